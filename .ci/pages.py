"""Open report pages in headless Chromium and look for what a reader would call broken.

`python .ci/pages.py PAGE.html …` prints a line for each page: `ok` or `NOT OK` with what is wrong:
a figure that is blank, an error on the console, a request to the network, a link that leads nowhere; and at the
width of a telephone and of a desk, light and dark: what is cut off, titles that touch, text that cannot be read;
tables that do not sort.
"""
import json, shutil, subprocess, sys, tempfile, time, urllib.parse, urllib.request
from pathlib import Path

import websocket

FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-dev-shm-usage",
         "--disable-background-networking", "--disable-component-update", "--disable-sync",
         "--remote-debugging-port=0", "--remote-allow-origins=*", "--window-size=1280,1600"]

LOCAL = ("file:", "data:", "blob:", "about:", "devtools:", "chrome:")

WIDTHS = (1300, 400)   # pixels

# What each figure on the page has drawn. A figure is a panel that Plotly made, or a box that has none yet.
FIGURES = """
(() => {
  const boxes = [...document.querySelectorAll('.plotly-figure, .js-plotly-plot')]
    .filter(e => !e.querySelector('.js-plotly-plot'));
  const marks = '.scatterlayer .trace path, .barlayer .trace path, .heatmaplayer image, .boxlayer path, .violinlayer path,' +
                ' .pielayer path, .contourlayer path, .cartesianlayer .trace text, .table .cell-text, .shapelayer path,' +
                ' .annotation text, .gl-canvas';
  return JSON.stringify([...boxes].map((e, i) => {
    const box = e.getBoundingClientRect();
    const drawn = [...e.querySelectorAll(marks)].filter(m => m.tagName !== 'path' || (m.getAttribute('d') || '').length > 6);
    return {i, plotly: e.classList.contains('js-plotly-plot'), traces: (e._fullData || []).length,
            marks: drawn.length, width: box.width, height: box.height, hidden: !!e.closest('details:not([open])')};
  }));
})()
"""
# What a reader cannot see whole: beyond the window or its frame (frames that scroll are for that), or over other text.
CUT = """
(() => {
  document.querySelectorAll('details').forEach(d => d.open = true);
  const found = [], wide = document.documentElement.clientWidth, say = e => (e.innerText || e.textContent || '').trim().slice(0, 40);
  const scrolls = e => { for (let p = e; p; p = p.parentElement) if (/auto|scroll/.test(getComputedStyle(p).overflowX)) return true; };
  if (document.documentElement.scrollWidth > wide + 1) found.push(`the page is ${document.documentElement.scrollWidth} pixels wide`);
  for (const e of document.querySelectorAll('h1,h2,h3,h4,p,li,dd,dt,summary,button,figcaption,.card,.lats,.panel,table')) {
    const r = e.getBoundingClientRect();
    if (r.width && (r.right > wide + 1 || r.left < -1) && !scrolls(e.parentElement)) found.push(`cut off: “${say(e)}”`);
    if (r.width && e.scrollWidth > e.clientWidth + 2 && getComputedStyle(e).overflowX !== 'visible' && !scrolls(e))
      found.push(`hidden beyond its box: “${say(e)}”`);
  }
  for (const plot of document.querySelectorAll('.js-plotly-plot')) {
    const box = plot.getBoundingClientRect();
    const texts = [...plot.querySelectorAll('svg text')].filter(t => t.textContent.trim() && !t.closest('.hoverlayer'));
    for (const t of texts) {
      const r = t.getBoundingClientRect();
      if (r.width && (r.left < box.left - 2 || r.right > box.right + 2 || r.top < box.top - 2 || r.bottom > box.bottom + 2))
        found.push(`cut off in a figure: “${say(t)}”`);
    }
    const titles = texts.filter(t => t.closest('.g-xtitle, .g-ytitle, .annotation'));
    for (const a of titles) for (const b of texts) {
      if (a === b || b.closest('.annotation') === a.closest('.annotation') && a.closest('.annotation') || b.closest('.trace')) continue;
      const p = a.getBoundingClientRect(), q = b.getBoundingClientRect();
      const x = Math.min(p.right, q.right) - Math.max(p.left, q.left), y = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
      if (x > 2 && y > 3) found.push(`“${say(a)}” touches “${say(b)}”`);
    }
  }
  return JSON.stringify([...new Set(found)]);
})()
"""
# Text whose colour is too near to the page's (a contrast under 3), as it is drawn now.
PALE = """
(() => {
  const rgb = c => (c.match(/[\\d.]+/g) || []).map(Number), linear = v => (v /= 255) <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4;
  const light = c => { const [r, g, b] = rgb(c).map(linear); return .2126 * r + .7152 * g + .0722 * b; };
  const back = e => { for (let p = e; p; p = p.parentElement) { const c = getComputedStyle(p).backgroundColor;
    if (rgb(c)[3] !== 0) { if (rgb(c).length < 4 || rgb(c)[3] > .9) return c; } } return 'rgb(255,255,255)'; };
  const found = new Set();
  for (const e of document.querySelectorAll('h1,h2,h4,p,td,th,dd,dt,a,summary,figcaption,button,.xtick text,.ytick text,.xtitle,.ytitle')) {
    if (!e.getBoundingClientRect().width || e.style.background || e.closest('[style*="background"]')) continue;
    const style = getComputedStyle(e), own = e instanceof SVGElement ? style.fill : style.color, b = light(back(e.closest('.js-plotly-plot') || e));
    const f = light(own);
    if ((Math.max(f, b) + .05) / (Math.min(f, b) + .05) < 3) found.add(`hardly to be read: “${e.textContent.trim().slice(0, 40)}”`);
  }
  return JSON.stringify([...found]);
})()
"""
# Heads that are clicked on must sort, and a third click must bring the old order back; a box must hide and show rows.
TABLES = """
(() => {
  const found = [];
  for (const table of document.querySelectorAll('table.lat')) {
    const name = table.caption ? table.caption.innerText : 'a table', body = table.tBodies[0], rows = [...body.rows];
    const now = () => [...body.rows], same = (a, b) => a.every((r, i) => r === b[i]);
    for (const [k, head] of rows.length > 2 ? [...table.tHead.rows[0].cells].entries() : []) {
      head.click();
      const up = now().map(r => worth(r.cells[k]));
      if (up.some((w, i) => i && before(up[i - 1], w, 1) > 0)) found.push(`“${name}” is not sorted by “${head.innerText}”`);
      head.click(); head.click();
      if (!same(rows, now())) found.push(`“${name}” does not come back to its order`);
    }
    const box = table.closest('.lats').previousElementSibling;
    if (rows.length < 12) continue;
    if (!box || box.type !== 'search') { found.push(`“${name}” has no box for words`); continue; }
    const type = words => { box.value = words; box.dispatchEvent(new Event('input')); return rows.filter(r => !r.hidden).length; };
    if (type('no such words')) found.push(`“${name}” keeps rows without the words`);
    if (type('') !== rows.length) found.push(`“${name}” does not show its rows again`);
  }
  return JSON.stringify(found);
})()
"""
LINKS = """JSON.stringify([...document.querySelectorAll('a[href], img[src], script[src], link[href]')]
           .map(e => e.getAttribute('href') || e.getAttribute('src')))"""
BODY = "document.body.innerText.trim().length"


class Tab:
    "One browser tab, spoken to in the DevTools protocol."
    def __init__(self, port):
        request = urllib.request.Request(f"http://127.0.0.1:{port}/json/new?about:blank", method="PUT")
        self.port, info = port, json.load(urllib.request.urlopen(request, timeout=20))
        self.id, self.n, self.events = info["id"], 0, []
        self.ws = websocket.create_connection(info["webSocketDebuggerUrl"], timeout=30)
        for domain in ("Page", "Runtime", "Log", "Network"): self.call(f"{domain}.enable")

    def call(self, method, **params):
        self.n += 1
        self.ws.send(json.dumps(dict(id=self.n, method=method, params=params)))
        while True:
            message = json.loads(self.ws.recv())
            if message.get("id") == self.n: return message.get("result", message.get("error", {}))
            self.events.append(message)

    def js(self, code):
        return self.call("Runtime.evaluate", expression=code, returnByValue=True, awaitPromise=True) \
                   .get("result", {}).get("value")

    def close(self):
        self.ws.close()
        urllib.request.urlopen(f"http://127.0.0.1:{self.port}/json/close/{self.id}", timeout=20).read()


def start(profile):
    "Start the browser, wait until it says where it listens."
    browser = next((b for b in map(shutil.which, ("chromium", "chromium-browser", "google-chrome")) if b), None)
    if browser is None: sys.exit("NOT OK  no chromium: install Debian's package chromium")
    process = subprocess.Popen([browser, *FLAGS, f"--user-data-dir={profile}", "about:blank"],
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    said = Path(profile)/"DevToolsActivePort"
    for _ in range(300):
        if said.exists() and said.read_text().count("\n") >= 1: return process, int(said.read_text().split("\n")[0])
        if process.poll() is not None: break
        time.sleep(0.1)
    process.kill()
    sys.exit("NOT OK  chromium did not start")


def settled(tab):
    "What the figures show once nothing has changed for three looks; a busy machine gets two minutes."
    figures, still, end = [], 0, time.time() + 120
    while time.time() < end and still < 3:
        time.sleep(0.25)
        seen = json.loads(tab.js(FIGURES) or "[]")
        ready = tab.js("document.readyState") == "complete"
        drawn = all(f["plotly"] and f["marks"] for f in seen)
        still = still + 1 if ready and drawn and seen == figures else 0
        figures = seen
    return figures


def looks(tab):
    "What is cut off or cannot be read, at each width, light and dark."
    found = []
    for width in WIDTHS:
        tab.call("Emulation.setDeviceMetricsOverride", width=width, height=1200, deviceScaleFactor=1, mobile=False)
        settled(tab)
        found += [f"at {width} pixels {said}" for said in json.loads(tab.js(CUT) or "[]")]
    for mode in ("dark", "light"):
        tab.call("Emulation.setEmulatedMedia", features=[dict(name="prefers-color-scheme", value=mode)])
        settled(tab)
        found += [f"{mode}: {said}" for said in json.loads(tab.js(PALE) or "[]")]
    return found


def faults(tab, page):
    "Everything wrong with one page, as sentences; and its number of figures."
    found = []
    tab.call("Page.navigate", url=page.resolve().as_uri())
    figures = settled(tab)
    if not tab.js(BODY): found.append("the page is empty")
    for f in figures:
        if not f["plotly"]: found.append(f"figure {f['i'] + 1} was never drawn")
        elif not f["marks"] or not f["traces"]: found.append(f"figure {f['i'] + 1} is blank")
        elif not f["hidden"] and (f["width"] < 100 or f["height"] < 60):
            found.append(f"figure {f['i'] + 1} is {f['width']:.0f} by {f['height']:.0f} pixels")
    for link in json.loads(tab.js(LINKS) or "[]"):
        url = urllib.parse.urlparse(link)
        if url.scheme in ("http", "https", "mailto", "data", "javascript") or not url.path: continue
        target = page.parent/urllib.parse.unquote(url.path)
        if not target.exists(): found.append(f"a link leads nowhere: {link}")
    found += looks(tab) + json.loads(tab.js(TABLES) or '["tables cannot be sorted"]')
    tab.js("1")
    for e in tab.events:
        p = e.get("params", {})
        if e.get("method") == "Runtime.exceptionThrown":
            d = p["exceptionDetails"]
            found.append("error: " + d.get("exception", {}).get("description", d.get("text", ""))[:200])
        elif e.get("method") == "Runtime.consoleAPICalled" and p.get("type") in ("error", "assert"):
            found.append("console: " + " ".join(str(a.get("value", a.get("description", ""))) for a in p["args"])[:200])
        elif e.get("method") == "Log.entryAdded" and p["entry"]["level"] == "error":
            found.append("log: " + p["entry"]["text"][:200])
        elif e.get("method") == "Network.requestWillBeSent" and not p["request"]["url"].startswith(LOCAL):
            found.append("asks the network: " + p["request"]["url"][:200])
    return list(dict.fromkeys(found)), len(figures)


def main(pages):
    profile, bad = tempfile.mkdtemp(prefix="pages-"), 0
    process, port = start(profile)
    try:
        for page in map(Path, pages):
            if page.exists():
                tab = Tab(port)
                found, n = faults(tab, page)
                tab.close()
            else: found, n = ["there is no such page"], 0
            bad += bool(found)
            print(f"NOT OK  page {page}: {'; '.join(found[:6])}" if found else f"ok      page {page} ({n} figures)", flush=True)
    finally:
        process.terminate()
        try: process.wait(10)
        except subprocess.TimeoutExpired: process.kill()
        shutil.rmtree(profile, ignore_errors=True)
    return int(bad > 0)


if __name__ == "__main__": sys.exit(main(sys.argv[1:]))

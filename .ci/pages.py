"""Open report pages in headless Chromium and look for what a reader would call broken.

`python .ci/pages.py PAGE.html …` prints a line for each page: `ok` or `NOT OK` with what is wrong:
a figure that is blank, an error on the console, a request to the network, a link that leads nowhere.
"""
import json, shutil, subprocess, sys, tempfile, time, urllib.parse, urllib.request
from pathlib import Path

import websocket

FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-dev-shm-usage",
         "--disable-background-networking", "--disable-component-update", "--disable-sync",
         "--remote-debugging-port=0", "--remote-allow-origins=*", "--window-size=1280,1600"]

LOCAL = ("file:", "data:", "blob:", "about:", "devtools:", "chrome:")

# What each figure on the page has drawn. A figure is a box the exporter made (.plotly-figure) or one Plotly made.
FIGURES = """
(() => {
  const boxes = new Set([...document.querySelectorAll('.plotly-figure, .js-plotly-plot')]
    .map(e => e.classList.contains('plotly-figure') ? (e.querySelector('.js-plotly-plot') || e) : e));
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


def faults(tab, page):
    "Everything wrong with one page, as sentences; and its number of figures."
    found = []
    tab.call("Page.navigate", url=page.resolve().as_uri())
    figures, still = [], 0
    end = time.time() + 120   # a busy machine; a page is done as soon as it stands still
    while time.time() < end and still < 3:      # ready once nothing has changed for three looks
        time.sleep(0.25)
        seen = json.loads(tab.js(FIGURES) or "[]")
        ready = tab.js("document.readyState") == "complete"
        drawn = all(f["plotly"] and f["marks"] for f in seen)
        still = still + 1 if ready and drawn and seen == figures else 0
        figures = seen
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

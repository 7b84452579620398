# The pipeline's graph: one rule for each job that the profile unfolds into (lat.pipeline.graph.plan).
# `lat run all` calls this, with `--executor slurm` for a cluster.
from lat.pipeline.graph import is_timed, job_done, job_inputs, plan, write_settings
from lat.pipeline.profiles import load_profile
from lat.pipeline.run import command_of, cores_of, MEMORY, memory_of

source = config.get("profile", "demo")
threads = int(config.get("threads", 0))
profile = load_profile(source, config.get("data"), config.get("root"))
write_settings(profile)
jobs = plan(profile)
here = config.get("executor", "local") == "local"
memory = memory_of(jobs, profile, MEMORY // 2 if here else MEMORY)


rule all:
    input:
        [str(job_done(profile, j)) for j in jobs],


# Jobs that do not wait for each other run side by side, as far as cores and memory go; what is timed runs alone: here it
# is given every core, on a cluster a machine of its own.
for job in jobs:

    rule:
        name:
            job.rule
        input:
            [str(p) for p in job_inputs(profile, job)],
        output:
            str(job_done(profile, job)),
        params:
            command=command_of(profile, job, source, threads),
        threads: cores_of(profile, job, threads, workflow.cores if here else 0)
        resources:
            mem_mb=memory[job],
            slurm_extra="--exclusive" if not here and is_timed(job) else "",
        shell:
            "{params.command}"

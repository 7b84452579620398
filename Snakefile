# The pipeline's graph: one rule for each job that the profile unfolds into (lat.pipeline.graph.plan).
# `lat run all` calls this, with `--executor slurm` for a cluster.
from lat.pipeline.graph import job_done, job_inputs, plan, write_settings
from lat.pipeline.profiles import load_profile
from lat.pipeline.run import command_of, memory_of

source = config.get("profile", "demo")
profile = load_profile(source, config.get("data"), config.get("root"))
write_settings(profile)
jobs = plan(profile)
alone = config.get("executor", "local") == "local"
memory = memory_of(jobs, profile)


rule all:
    input:
        [str(job_done(profile, j)) for j in jobs],


# Here one job at a time: training, searching and timing use every core, and two notebooks that start at the same
# moment can be given the same ports for their kernels. On a cluster each job has its threads, what is timed a machine
# of its own.
for job in jobs:

    rule:
        name:
            job.rule
        input:
            [str(p) for p in job_inputs(profile, job)],
        output:
            str(job_done(profile, job)),
        params:
            command=command_of(profile, job, source),
        threads: workflow.cores if alone else profile.threads or 2
        resources:
            mem_mb=0 if alone else memory[job],
            slurm_extra="--exclusive" if not alone and job.stage == "profile" else "",
        shell:
            "{params.command}"

# The pipeline's graph: one rule for each job that the profile unfolds into (lat.pipeline.graph.plan).
# `lat run all` calls this; on a cluster call it yourself:
#   snakemake --executor slurm --jobs 8 --config profile=paper data=/folder/of/data
from lat.pipeline.graph import job_done, job_inputs, plan, write_settings
from lat.pipeline.profiles import load_profile
from lat.pipeline.run import command_of

source = config.get("profile", "demo")
profile = load_profile(source, config.get("data"), config.get("root"))
write_settings(profile)
jobs = plan(profile)


rule all:
    input:
        [str(job_done(profile, j)) for j in jobs],


# One job at a time: training, searching and timing use every core, and two notebooks that start at the same moment
# can be given the same ports for their kernels.
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
        threads: workflow.cores
        shell:
            "{params.command}"

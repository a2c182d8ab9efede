import { z } from 'zod'
import { defineJob } from '#server/core/jobs/definition.ts'
import { jobOf } from '#server/core/module.ts'
import type { Deps } from '#server/deps.ts'
import { proveLedger } from './prove.ts'

/** How often its progress is stored. */
const noteMs = 1000

/** The name under which its progress is stored. */
const task = 'ledger.check'

const proofJob = defineJob({
  name: task,
  schema: z.object({ startedAt: z.iso.datetime() }),
  // One at a time for all requesters.
  key: () => task,
  retries: 1,
  // Minutes for ten million entries.
  timeoutSeconds: 3600,
  concurrency: 1,
})

/** Requests a ledger check in the worker; one that is waiting or running is reused. */
export async function askForProof({ db, jobs, clock }: Pick<Deps, 'db' | 'jobs' | 'clock'>): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async tx => {
    if (!(await jobs.send(tx, proofJob, { startedAt: now.toISOString() }))) return
    const begun = { step: 'rules', started_at: now, updated_at: now, pages: 0, objects: 0, finished_at: null }
    await tx
      .insertInto('nightly_progress')
      .values({ task, round: now.toISOString().slice(0, 10), ...begun })
      .onConflict(c => c.columns(['task', 'round']).doUpdateSet(begun))
      .execute()
  })
}

/** Records how many rules are done, and the total. */
async function note(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  startedAt: string,
  part: { pages?: number; objects?: number; finished_at?: Date },
): Promise<void> {
  await db
    .updateTable('nightly_progress')
    .set({ ...part, updated_at: clock.now() })
    .where('task', '=', task)
    .where('started_at', '=', new Date(startedAt))
    .execute()
}

export const proofHandler = jobOf<Deps, { startedAt: string }>(proofJob, {
  async run(system, { startedAt }, { log }) {
    // The rules are checked in one transaction, so their progress is saved beside it.
    let done = null as { pages: number; objects: number } | null
    let saved: Promise<void> = Promise.resolve()
    const save = () => {
      const part = done
      done = null
      if (part)
        saved = saved
          .then(() => note(system, startedAt, part))
          .catch(error => log.warn({ err: error }, 'the progress of the ledger check was not saved'))
    }
    const saving = setInterval(save, noteMs)
    try {
      await proveLedger(system, (pages, objects) => {
        done = { pages, objects }
      })
    } finally {
      clearInterval(saving)
      save()
      await saved
    }
    await note(system, startedAt, { finished_at: system.clock.now() })
  },
  async giveUp(system, { startedAt }, { log }) {
    await note(system, startedAt, { finished_at: system.clock.now() })
    log.error({ startedAt }, 'the check of the ledger that was asked for did not finish')
  },
})

import { enoughLabels } from '#contract/constants.ts'
import { sentences } from '#sentences/learning.ts'
import { analysisVersion } from '#server/analysis/index.ts'
import type { Tx } from '#server/core/db/database.ts'
import { type NightlyDeps, runNightly } from '#server/core/nightly.ts'
import { notifyAdmins } from '#server/notifications/index.ts'
import { currentLabels, type Label, type Sample, samplesOf, videosOf } from './labels.ts'
import { type Refit, refit } from './refit.ts'
import { weightsInUse } from './weights-in-use.ts'
import { insertProposal, lockWeights, newestWeights, noteRefit, replaceOpen } from './weights-store.ts'

/**
 * Why there is nothing to fit tonight; null when there is.
 * @param chosen version in use: admins who went back before the last proposal rejected it too
 */
async function nothingNew(
  tx: Tx,
  labels: readonly Label[],
  samples: readonly Sample[],
  chosen: number,
): Promise<'same_labels' | 'dismissed' | null> {
  const last = await newestWeights(tx)
  if (!last || last.analysisVersion !== analysisVersion) return null
  const newest = Math.max(0, ...labels.map(({ at }) => at.getTime()))
  if (samples.length === last.labels && newest <= last.proposedAt.getTime()) return 'same_labels'
  const unwanted = last.state === 'dismissed' || (last.state === 'used' && last.version !== chosen)
  if (unwanted && samples.length < last.labels + enoughLabels.afterDismissal) return 'dismissed'
  return null
}

async function propose(tx: Tx, found: Refit & { outcome: 'proposed' }, at: Date): Promise<number> {
  const { model, report } = found
  const replaced = await replaceOpen(tx)
  const version = await insertProposal(tx, { analysisVersion, model, report, labels: report.labels, at })
  // Admins with an open proposal already know about it.
  if (!replaced)
    await notifyAdmins(tx, {
      type: 'score_proposal',
      title: sentences.proposedTitle,
      message: sentences.proposedMessage({ labels: report.labels }),
      link: '/admin/score-weights',
      eventKey: `score_proposal:${version}`,
    })
  return version
}

/**
 * Fits weights to today's labels and stores them as a proposal when they are better. Nothing takes effect by
 * itself.
 */
async function refitNow({ db, clock, log }: NightlyDeps): Promise<{ labels: number; proposed: boolean }> {
  return db.transaction().execute(async tx => {
    await lockWeights(tx)
    const labels = await currentLabels(tx)
    const samples = samplesOf(labels, analysisVersion)
    const at = clock.now()
    const inUse = await weightsInUse(tx)
    const waits = await nothingNew(tx, labels, samples, inUse.chosen)
    const found: Refit | null = waits ? null : refit(samples, inUse.model, inUse.version)
    const version = found?.outcome === 'proposed' ? await propose(tx, found, at) : null
    // An older proposal that today's labels no longer support is withdrawn.
    if (found && version === null) await replaceOpen(tx)
    const outcome = waits ?? found?.outcome ?? 'too_few'
    await noteRefit(tx, { at, outcome, labels: samples.length, videos: videosOf(samples), version })
    log.info({ outcome, labels: samples.length, version }, 'score weights were fitted to reviews')
    return { labels: samples.length, proposed: version !== null }
  })
}

/** Runs the fit once a day (UTC). @param again even if today's is done @returns false: it was already done */
export const nightlyRefit = (deps: NightlyDeps, { again = false } = {}): Promise<boolean> =>
  runNightly(
    deps,
    'learning.refit',
    [
      {
        name: 'fit',
        async page() {
          const { labels, proposed } = await refitNow(deps)
          return { cursor: null, objects: labels, differed: proposed ? 1 : 0 }
        },
      },
    ],
    { again },
  )

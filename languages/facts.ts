import { brand } from '#contract/brand.ts'
import {
  baseRatePerView,
  creatorShare,
  creatorShareInOlderCopy,
  enoughLabels,
  uploadSizeHelperText,
  viralBonusMax,
} from '#contract/constants.ts'
import {
  evidenceTogether,
  milestones,
  moneyBackDays,
  payoutThresholdHint,
  payoutThresholdRange,
} from '#contract/money/constants.ts'
import { taxRecords } from '#contract/money/tax-forms.ts'
import { shortestPiece } from '#contract/reels/limits.ts'
import { musicLimits } from '#contract/reels/music-limits.ts'
import type { Facts } from './compile.ts'

/** What messages may name without being given it: the contract's constants, as a language writes them. */
export function factsIn(language: string): Facts {
  const dollars = new Intl.NumberFormat(language, {
    style: 'currency',
    currency: 'USD',
    maximumFractionDigits: 0,
  })
  const [lastMilestone = 0, ...others] = milestones.toReversed()
  return {
    brand,
    uploadSizeHelperText,
    baseRatePerView,
    creatorShare,
    creatorSharePercent: Math.round(creatorShare * 100),
    creatorShareInOlderCopy,
    viralBonusMax,
    moneyBackDays,
    payoutThresholdHint,
    leastPayoutThreshold: payoutThresholdRange.min,
    mostPayoutThreshold: payoutThresholdRange.max,
    payoutThreshold: payoutThresholdRange.default,
    milestones: others.toReversed().map(dollars.format).join(', '),
    lastMilestone: dollars.format(lastMilestone),
    taxRecordYears: taxRecords.years,
    enoughLabels: enoughLabels.labels,
    enoughLabeledVideos: enoughLabels.videos,
    labelsAfterDismissal: enoughLabels.afterDismissal,
    mostMusicFiles: musicLimits.files,
    mostMusicMegabytes: musicLimits.bytes / 1e6,
    mostMusicMinutes: musicLimits.seconds / 60,
    leastMusicSeconds: musicLimits.shortest,
    shortestPiece,
    evidenceTogether,
  }
}

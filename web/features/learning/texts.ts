import { enoughLabels } from '#contract/constants.ts'
import type { RefitOutcome, ScoreSource } from '#contract/learning.ts'
import { formatNumber } from '../../lib/format.ts'

const verdicts = (count: number) => (count === 1 ? '1 verdict' : `${formatNumber(count)} verdicts`)
const videos = (count: number) => (count === 1 ? '1 video' : `${formatNumber(count)} videos`)
const versionName = (version: number) => (version === 0 ? 'Built-in weights' : `Version ${version}`)
const inSentence = (version: number) => (version === 0 ? 'the built-in weights' : `version ${version}`)

export const texts = {
  title: 'Score weights',
  explain:
    'When reviewers approve, reject or trim a highlight, they also show whether its score was right. Every night the server compares scores with verdicts and proposes new weights if they would fit better. Nothing changes until an admin decides.',
  failed: "Couldn't load the score weights",
  loading: 'Loading score weights',
  tryAgain: "Couldn't reach the server. Please try again.",
  versionName,
  inUse: {
    title: 'In use',
    stale: (version: number) =>
      `Version ${version} was fitted for an earlier analysis. The built-in weights apply until the next proposal.`,
    builtIn: 'These are the defaults. No admin has changed them yet.',
    since: (when: string, who: string) => `Chosen by ${who}, ${when}`,
    basis: (labels: number, ofVideos: number) =>
      `${verdicts(labels)} on ${videos(ofVideos)} available for learning.`,
  },
  proposal: {
    title: (version: number) => `Proposal: version ${version}`,
    none: 'No proposal',
    basis: (labels: number, ofVideos: number, when: string) =>
      `From ${verdicts(labels)} on ${videos(ofVideos)}, ${when}.`,
    gain: (before: number, after: number) =>
      `Scores and verdicts are ${before} points apart today. With these weights they would be ${after} points apart, measured on videos the fit hasn't seen.`,
    tableLabel: (version: number) => `Scores today and with version ${version}`,
    columns: { kind: 'Highlight', verdicts: 'Verdicts', kept: 'Kept', scores: 'Score', error: 'Error' },
    about:
      'Kept: approved or trimmed. Score: current and proposed, for weak, clear and strong evidence. Error: points between the score and the share kept.',
    strengths: ['Weak', 'Clear', 'Strong'],
    unchanged: 'No change',
    spoken: (today: number, proposed: number) => `${today} today, ${proposed} proposed`,
    counts: (labels: number, kept: string) => `${verdicts(labels)}, ${kept} kept`,
    of: (labels: number, ofVideos: number) => `${formatNumber(labels)} on ${videos(ofVideos)}`,
    use: 'Use these weights',
    dismiss: 'Dismiss',
  },
  outcomes: {
    too_few: `A proposal needs at least ${enoughLabels.labels} verdicts on ${enoughLabels.videos} videos.`,
    same_labels: 'No new verdicts since the last proposal.',
    no_order: "No weights help yet: verdicts don't match the measurements.",
    no_better: 'No better weights found: the current scores already fit the verdicts best.',
    dismissed: `The last proposal was dismissed. The next one comes after ${enoughLabels.afterDismissal} more verdicts.`,
    proposed: 'The last proposal has been decided.',
  } satisfies Record<RefitOutcome, string>,
  never: 'The first comparison runs tonight.',
  compared: (when: string) => `Last compared ${when}.`,
  ask: {
    cancel: 'Cancel',
    use: {
      title: (version: number) => `Use ${inSentence(version)}?`,
      text: 'They apply to every analysis from now on. Existing scores and the prices of approved videos stay as they are. You can switch back at any time.',
      confirm: (version: number) => `Use ${inSentence(version)}`,
    },
    dismiss: {
      title: (version: number) => `Dismiss version ${version}?`,
      text: `Scores stay as they are. The next proposal comes after ${enoughLabels.afterDismissal} more verdicts.`,
      confirm: () => 'Dismiss proposal',
    },
  },
  toasts: {
    used: (version: number) => ({
      title: 'Weights changed',
      description: `Every analysis from now on uses ${inSentence(version)}.`,
    }),
    dismissed: { title: 'Proposal dismissed' },
    failed: "Couldn't change the weights",
  },
  history: {
    title: 'History',
    again: 'Use again',
    againLabel: (version: number) => `Use ${inSentence(version)} again`,
    fromStart: 'From the start',
    by: (who: string, when: string) => `${who}, ${when}`,
  },
  sources: { telemetry: 'with telemetry', picture: 'picture and sound' } satisfies Record<
    ScoreSource,
    string
  >,
}

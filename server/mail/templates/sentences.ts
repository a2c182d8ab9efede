import { brand } from '#contract/brand.ts'
import { catalog } from '#server/core/sentences.ts'

const highlights = (count: number) => (count === 1 ? '1 highlight' : `${count} highlights`)

const providers: Record<string, string> = {
  google: 'Google',
  firebase: 'Firebase',
  sandbox: "the sandbox's account chooser",
}

/** The words of the mails. Sums, counts and times come as they are written for the reader. */
export const mails = catalog('mails', {
  allSettings: 'All settings',
  greeting: ({ name }: { name: string }) => `Hi ${name},`,
  moment: ({ day, time }: { day: string; time: string }) => `${day} at ${time}`,
  openAddress: 'Or open this address:',
  unsubscribe: 'Unsubscribe from these emails',

  unprovedSubject: 'A video was uploaded with this address',
  unprovedTitle: 'Is this your address?',
  unprovedPreview: `Someone uploaded a video to ${brand} with this address.`,
  unprovedMessage: `Someone, most likely you, uploaded a video to ${brand} and gave this address. Sign in once with a link by email to confirm that it's yours. From then on, we'll email you about your videos.`,
  unprovedAction: 'Confirm this address',
  unprovedNote: "If it wasn't you, do nothing. We won't email you again.",

  uploadSubject: ({ title }: { title: string }) => `We have your video '${title}'`,
  uploadTitle: 'Your upload has arrived',
  uploadPreview: "We're making it playable now. Then we look for highlights.",
  uploadMessage: ({ title }: { title: string }) =>
    `'${title}' has arrived safely. We're making it playable now, and then we look for its highlights. We'll email you when that's done.`,
  uploadAction: 'See your video',

  analyzedSubject: ({ title }: { title: string }) => `'${title}' has been analyzed`,
  analyzedTitle: 'The analysis is done',
  analyzedMessage: ({ title, why }: { title: string; why: string }) =>
    `The analysis of '${title}' is done. ${why}`,
  foundSubject: ({ title, count }: { title: string; count: number }) =>
    `${highlights(count)} found in '${title}'`,
  foundTitle: ({ count }: { count: number }) => `${highlights(count)} found`,
  foundPreview: ({ percent }: { percent: string }) => `Viral potential ${percent}.`,
  foundMessage: ({ title }: { title: string }) =>
    `The analysis of '${title}' is done. Our staff will review it next, and we'll tell you what they decide.`,
  foundHighlights: 'Highlights',
  foundPotential: 'Viral potential',
  foundAction: 'See what was found',

  milestoneSubject: ({ sum }: { sum: string }) => `You have earned ${sum} with ${brand}`,
  milestoneTitle: ({ sum }: { sum: string }) => `${sum} reached`,
  milestonePreview: ({ next }: { next: string | null }) =>
    next === null ? 'This is the last milestone.' : `Next milestone: ${next}.`,
  milestoneMessage: ({ sum, next }: { sum: string; next: string | null }) =>
    `Your rides have earned you ${sum}. ${next === null ? "That was the last milestone: you've reached them all." : `The next milestone is ${next}.`}`,
  milestoneEarned: 'Earned so far',
  milestoneNext: 'Next milestone',
  milestoneAction: 'See your earnings',

  weekSubject: ({ week }: { week: string }) => `Your week on ${brand}, ${week}`,
  weekTitle: 'Your week',
  weekAction: 'Open your dashboard',

  seeVideos: 'See your videos',
  watch: 'Watch it',
  seePayouts: 'See your payouts',
  uploadAgain: 'Upload it again',
  openPublishing: 'Open publishing',
  openPayouts: 'Open payouts',
  openWeights: 'Open score weights',
  openReports: 'Open reports',
  reviewReel: 'Review reel',

  renewalTitle: 'Your plan could not be renewed',
  renewalUntil: ({ day }: { day: string }) =>
    `You keep your plan until ${day} while we try again. Update your card to keep it after that.`,
  renewalOver: "You're on the Free plan until it's paid. Update your card to get your plan back.",
  renewalMessage: ({ sum, state }: { sum: string; state: string }) =>
    `Your card was declined for ${sum}, the price of your plan. ${state}`,
  renewalAction: 'Update your card',
  renewalNote: 'We send this email once for each payment that fails, because you have a plan.',

  securitySubject: ({ title }: { title: string }) => `${title} on ${brand}`,
  securityMessage: ({ message }: { message: string }) =>
    `${message} If that was you, you don't need to do anything.`,
  securityAdvice:
    "If it wasn't you, end that session in Settings, turn on two-step verification, and contact us.",
  securityAction: 'Open Settings',
  deviceTitle: 'New sign-in to your account',
  deviceMessage: ({ device, when }: { device: string; when: string }) =>
    `Someone signed in to your account with ${device} on ${when}, in a browser you haven't used before.`,
  bankAddedTitle: 'New bank account for your payouts',
  bankAddedMessage: ({ when }: { when: string }) =>
    `Your payouts now go to the bank account that was added on ${when}.`,
  bankOpenedTitle: 'Your bank account may change',
  bankOpenedMessage: ({ when }: { when: string }) =>
    `Someone opened the page for changing the bank account of your payouts on ${when}.`,
  methodTitle: 'New way to sign in to your account',
  methodMessage: ({ provider, when }: { provider: string; when: string }) =>
    `${providers[provider] ?? 'Another provider'} was added as a way to sign in to your account on ${when}.`,
})

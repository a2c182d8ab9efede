/** Largest upload in bytes, enforced by client and server, although the helper text says 'max 5GB'. */
export const maxUploadBytes = 500 * 1024 * 1024
export const uploadSizeHelperText = 'max 5GB'
export const maxDurationSeconds = 3600
export const uploadTimeoutMs = 10 * 60_000
export const uploadRetries = 2
export const uploadRetryDelayMs = 1000

export const videoExtensions = ['mp4', 'mov', 'avi', 'mkv', 'wmv', 'flv', 'webm'] as const

/** The creator's share of view revenue, the only one used to pay. A plan can set its own (planFacts). */
export const creatorShare = 0.7
/** Shown in the video's revenue card and the how-it-works text only. */
export const creatorShareInOlderCopy = 0.6
export const baseRatePerView = 0.05
/** A video with the highest viral score earns this many times the base rate; one with score 0 earns the base rate. */
export const viralBonusMax = 3

/** Of clips that the analysis offers. */
export const clipFormats = ['wide', 'vertical'] as const

export const compilationThreshold = 0.7
export const premiumClipThreshold = 0.8
export const viralGreenFrom = 0.8
export const viralYellowFrom = 0.6

export const streamPollMs = 5000
export const aiPanelPollMs = 5000
export const aiUploadPollMs = 3000
export const progressCapWhileProcessing = 90
export const progressStepWhileProcessing = 5
export const loginRedirectDelayMs = 500
export const toastDurationMs = 5000
export const signInSuccessToastMs = 3000
/** How recent a sign-in must be for irreversible actions: deleting the account, changing the bank account. */
export const freshSignInMinutes = 15
export const recentNotifications = 3
export const seekSkipSeconds = 10
export const volumeStep = 0.1

/** Response header of a list page: what to send as `cursor` for the next page; absent on the last page. */
export const nextCursorHeader = 'x-next-cursor'

export const storageKeys = {
  firebaseToken: 'firebaseToken',
  userToken: 'userToken',
  userEmail: 'userEmail',
} as const

/** What a fit of score weights needs. Labels of one video are not independent, so videos count as well. */
export const enoughLabels = {
  /** over all kinds: enough to know the share of right ones to 7 points (95%) */
  labels: 200,
  videos: 20,
  /** for one kind and source, to change its scores */
  ofKind: { labels: 50, videos: 10 },
  /** how many more than a dismissed proposal had */
  afterDismissal: 50,
} as const

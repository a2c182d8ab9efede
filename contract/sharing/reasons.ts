// Plain values without schemas, so that the browser doesn't load the schema library.

/** Why someone reports a shared video. */
export const shareReportReasons = ['unsafe', 'privacy', 'rights', 'offensive', 'other'] as const
export type ShareReportReason = (typeof shareReportReasons)[number]

export const shareReportMaxLength = 1000

/** How many people may open one link in a day before staff have approved the video. */
export const unapprovedSharesPerDay = 100

/**
 * How many people of one network and day count as viewers of a link: enough for a household, or for friends
 * behind one carrier's address. Before approval, more of them can't open it.
 */
export const viewersPerNetwork = 5

/** Days within which an address that follows a rider by email must be confirmed; after that it is forgotten. */
export const followConfirmDays = 3

// Plain values without schemas, so that the browser doesn't load the schema library.

/** Why someone reports a shared video. */
export const shareReportReasons = ['unsafe', 'privacy', 'rights', 'offensive', 'other'] as const
export type ShareReportReason = (typeof shareReportReasons)[number]

export const shareReportMaxLength = 1000

/** How many people may open one link in a day before staff have approved the video. */
export const unapprovedSharesPerDay = 100

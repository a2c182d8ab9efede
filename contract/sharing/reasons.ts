// Plain values, apart from the schemas, so that the browser takes them without the schema library.

/** Why somebody reports a shared video. */
export const shareReportReasons = ['unsafe', 'privacy', 'rights', 'offensive', 'other'] as const
export type ShareReportReason = (typeof shareReportReasons)[number]

export const shareReportMaxLength = 1000

/** Different people who may open one link in a day before staff have approved the video. */
export const unapprovedSharesPerDay = 100

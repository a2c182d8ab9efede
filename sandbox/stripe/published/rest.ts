/**
 * The fields that Stripe always sends, except those that the sandbox stores itself; may include optional
 * ones.
 */
export type Rest<Theirs, Kept> = {
  [Name in Exclude<Needed<Theirs>, keyof Kept | 'lastResponse'>]: Theirs[Name]
} & Partial<Theirs>

type Needed<T> = { [Name in keyof T]-?: Partial<Pick<T, Name>> extends Pick<T, Name> ? never : Name }[keyof T]

import type english from '../languages/en.json'

type Finding = Extract<keyof typeof english, `findings.${string}`>

/** What a schema says of a wrong input: the id of its sentence, which the server says in the reader's language. */
export const finding = <F extends Finding>(id: F): F => id

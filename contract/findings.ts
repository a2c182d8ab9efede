import type { texts } from '#texts/findings.ts'

type Finding = Exclude<keyof typeof texts, 'library'>

/** What a schema says of a wrong input: the id of its sentence, which the server says in the reader's language. */
export const finding = <F extends Finding>(key: F): `findings.${F}` => `findings.${key}`

import { catalog } from '#server/core/sentences.ts'

/** What staff did something to, as it is named in a sentence. */
export const names = catalog('named', {
  someone: 'someone',
  someoneDid: 'Someone',
  /** @param type in words @param id its start is enough to tell two apart; the entry has the whole id */
  thing: ({ type, id }: { type: string; id: string }) => `${type} ${id}`,
  video: ({ title }: { title: string }) => `'${title}'`,
})

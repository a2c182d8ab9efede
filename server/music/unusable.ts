import type { Sentence } from '#server/core/sentences.ts'

/** Uploaded music can't be used; `sentence` tells its rider why. */
export class UnusableMusicError extends Error {
  override name = 'UnusableMusicError'
  readonly sentence: Sentence

  constructor(sentence: Sentence, options: { cause?: unknown } = {}) {
    super(String(sentence), options)
    this.sentence = sentence
  }
}

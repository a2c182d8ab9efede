import path from 'node:path'
import { expect, test, vi } from 'vitest'
import type { TextProblem } from '#contract/platforms/limits.ts'
import { platformFacts, platformNames } from '#contract/publishing/constants.ts'
import { learnLanguages } from '#server/languages/index.ts'
import { problemsIn } from '#server/platforms/rules.ts'
import { sentences } from '#server/publishing/sentences/sentences.ts'

const web = path.resolve(import.meta.dirname, '../../web')

/** Part of the web app in a language; translated as the build does it, where a file takes the place of another. */
async function built(file: string, texts: string, language: string) {
  vi.resetModules()
  if (language !== 'en')
    vi.doMock(path.join(web, texts), () => import(path.join(web, 'languages', language, texts)))
  const module = await import(path.join(web, file))
  vi.doUnmock(path.join(web, texts))
  return module
}

learnLanguages()

const onTheServer = (problem: TextProblem) => {
  const [found] = problemsIn([{ field: 'title', used: 1, limit: 1, problem }])
  const { sentence } = found ?? {}
  if (!sentence || typeof sentence === 'string') throw new Error('No sentence')
  return [sentence.in('en'), sentence.in('es-MX')]
}
async function onTheWeb(problem: TextProblem) {
  const [file, texts] = ['features/review/text-problem.ts', 'features/review/texts.ts']
  const [english, spanish] = [await built(file, texts, 'en'), await built(file, texts, 'es-MX')]
  return [english.problemSentence(problem), spanish.problemSentence(problem)]
}

test.each<[TextProblem, english: string, spanish: string]>([
  [{ code: 'titleMissing' }, 'Enter a title.', 'Escribe un título.'],
  [{ code: 'hashtagSpace' }, "A hashtag can't contain a space.", 'Un hashtag no puede tener espacios.'],
  [{ code: 'tooManyHashtags', most: 30 }, 'At most 30 hashtags.', 'Como máximo 30 hashtags.'],
  [{ code: 'brackets', part: 'tag' }, "A tag can't contain < or >.", 'Una etiqueta no puede tener < ni >.'],
  [
    { code: 'tooLong', part: 'description', over: 1, unit: 'byte' },
    'The description is 1 byte too long for this platform.',
    'La descripción: 1 byte de más para esta plataforma.',
  ],
  [
    { code: 'tooLong', part: 'tags', over: 12, unit: 'character' },
    'The list of tags is 12 characters too long for this platform.',
    'La lista de etiquetas: 12 caracteres de más para esta plataforma.',
  ],
  [
    { code: 'tooLong', part: 'together', over: 1, unit: 'character' },
    'Title, description and hashtags together is 1 character too long for this platform.',
    'El título, la descripción y los hashtags juntos: 1 carácter de más para esta plataforma.',
  ],
])('browser and server say the same about a text that is %o', async (problem, ...said) => {
  expect(onTheServer(problem)).toEqual(said)
  expect(await onTheWeb(problem)).toEqual(said)
})

const limited = platformFacts.flatMap(({ id, afterwards: { limit } }) => (limit ? [{ id, limit }] : []))

test.each(limited)(
  'browser and server say the same about what $id lets nobody change',
  async ({ id, limit }) => {
    const platform = platformNames[id]
    const sentence = sentences[limit]({ platform })
    const file = 'features/publishing/post-texts.ts'
    const [english, spanish] = [await built(file, file, 'en'), await built(file, file, 'es-MX')]
    expect(sentence.in('en')).toBe(english.postTexts.limits[limit](platform))
    expect(sentence.in('es-MX')).toBe(spanish.postTexts.limits[limit](platform))
    expect(sentence.in('es-MX')).not.toBe(sentence.in('en'))
  },
)

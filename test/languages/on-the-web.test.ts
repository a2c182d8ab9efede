import path from 'node:path'
import { expect, test, vi } from 'vitest'
import type { TextProblem } from '#contract/platforms/limits.ts'
import { platformFacts, platformNames } from '#contract/publishing/constants.ts'
import { sentences } from '#sentences/publishing.ts'
import { learnLanguages } from '#server/core/languages.ts'
import { problemsIn } from '#server/platforms/rules.ts'
import { compiledIn } from '../../languages/write.ts'

learnLanguages()

const textsIn = async (language: string, module: string) =>
  (await import(path.join(compiledIn(language), `${module}.ts`))).texts

const onTheServer = (problem: TextProblem) => {
  const [found] = problemsIn([{ field: 'title', used: 1, limit: 1, problem }])
  const { sentence } = found ?? {}
  if (!sentence || typeof sentence === 'string') throw new Error('No sentence')
  return [sentence.in('en'), sentence.in('es-MX')]
}

/** As the web app says it that was built in a language. */
async function onTheWeb(problem: TextProblem, language: string): Promise<string> {
  vi.resetModules()
  vi.doMock('#texts/features/review.ts', async () => ({ texts: await textsIn(language, 'features/review') }))
  const { problemSentence } = await import('../../web/features/review/text-problem.ts')
  vi.doUnmock('#texts/features/review.ts')
  return problemSentence(problem)
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
  expect([await onTheWeb(problem, 'en'), await onTheWeb(problem, 'es-MX')]).toEqual(said)
})

const limited = platformFacts.flatMap(({ id, afterwards: { limit } }) => (limit ? [{ id, limit }] : []))

test.each(limited)(
  'browser and server say the same about what $id lets nobody change',
  async ({ id, limit }) => {
    const platform = platformNames[id]
    const sentence = sentences[limit]({ platform })
    for (const language of ['en', 'es-MX'] as const) {
      const { limits } = await textsIn(language, 'features/publishing/post')
      expect(sentence.in(language)).toBe(limits[limit]({ platform }))
    }
    expect(sentence.in('es-MX')).not.toBe(sentence.in('en'))
  },
)

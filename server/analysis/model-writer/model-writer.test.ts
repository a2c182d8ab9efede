import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createLogger } from '#server/core/logger.ts'
import { inWordsFor, standardWording } from '#server/core/sentences.ts'
import { factsShown } from '../private-places/shown.ts'
import { sentenceOf } from '../sample-ride.ts'
import { improveTexts, modelWriter } from './index.ts'
import { type Draft, factsOf, refuseDraft } from './rules.ts'

const standard = {
  title: 'Standard',
  description: 'Standard.',
  tags: ['offroad'],
  youtube: { title: 'Standard', description: 'Intro\n\n0:00 Trail\n0:20 Jump\n0:40 Mud', tags: ['offroad'] },
  tiktok: { title: 'Standard', description: 'Standard', hashtags: ['#offroad', '#utv', '#ride'] },
}
const levels = { motionLevel: 0.5, excitementLevel: 0.5 }
const jump = { type: 'jump' as const, start: 20, end: 21, core: 20, value: 1.2, unit: 's', strength: 0.5 }
const about = {
  durationSeconds: 60,
  highlights: [
    {
      description: 'Jump: 1.2 s of airtime, landing at 4.1 g',
      score: 0.82,
      certainty: 0.95,
      standing: 0.5,
      scoreModel: 'rides-1',
      strength: 0.82,
      start: 20,
      end: 24,
      clipType: 'action' as const,
      ...levels,
      evidence: [
        { ...jump, text: sentenceOf('1.2 s of airtime'), source: 'imu' as const },
        { ...jump, text: sentenceOf('looks like snow (97%)'), source: 'tagger' as const },
      ],
    },
  ],
  scenes: [{ timestamp: 0, end: 60, sceneType: 'trail', description: 'a trail at 30 km/h' }],
  texts: standard,
}
const result = inWordsFor(factsShown(about, []), standardWording)
const facts = factsOf(result, 'Rock Creek')
const good: Draft = {
  title: '1.2 s of airtime at Rock Creek',
  description: 'A jump with a landing at 4.1 g.',
  tags: ['jump', 'trail'],
  videoTitle: 'Rock Creek: 1.2 s in the air',
  videoIntroduction: 'The jump comes at 0:20.',
  caption: '4.1 g on landing',
  hashtags: ['jump', 'trail', 'offroad'],
}

/** A service with OpenAI's chat completions API that returns the given answers and records the requests. */
async function service(answer: (asked: Record<string, unknown>) => { status?: number; content?: string }) {
  const asked: Record<string, unknown>[] = []
  const server = createServer(async (request: IncomingMessage, response) => {
    const body = JSON.parse(await text(request))
    asked.push({ ...body, authorization: request.headers.authorization, path: request.url })
    const { status = 200, content = '' } = answer(body)
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(
      JSON.stringify(
        status === 200
          ? {
              id: 'c',
              object: 'chat.completion',
              created: 1,
              model: 'm',
              choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
              usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
            }
          : { error: { message: 'no' } },
      ),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as { port: number }
  const writer = modelWriter({ url: `http://127.0.0.1:${port}/v1`, model: 'm', apiKey: 'key' })
  const run = () =>
    improveTexts(result, 'Rock Creek', writer, {
      signal: new AbortController().signal,
      log: createLogger('silent'),
    })
  return { asked, run }
}

test("uses the model's texts when every number in them was measured, and keeps the chapters", async () => {
  const { asked, run } = await service(() => ({ content: JSON.stringify(good) }))
  expect(await run()).toMatchObject({
    title: good.title,
    youtube: {
      title: good.videoTitle,
      description: 'The jump comes at 0:20.\n\n0:00 Trail\n0:20 Jump\n0:40 Mud',
    },
    tiktok: { hashtags: ['#jump', '#trail', '#offroad'] },
  })
  expect(asked[0]).toMatchObject({ model: 'm', authorization: 'Bearer key', path: '/v1/chat/completions' })
  expect(JSON.stringify(asked[0]?.messages)).toContain('4.1 g')
})

test.each([
  ['an invented number', () => ({ content: JSON.stringify({ ...good, title: '3.5 s of airtime' }) })],
  [
    'an action that was not measured',
    () => ({ content: JSON.stringify({ ...good, caption: 'Huge backflip' }) }),
  ],
  ['another form than asked', () => ({ content: '{"title": 5}' })],
  ['no JSON at all', () => ({ content: 'Sure! Here is a title' })],
  ['a refusal', () => ({ status: 400 })],
])('uses the standard texts after %s', async (_, answer) => {
  const { run } = await service(answer)
  expect(await run()).toEqual(standard)
})

describe('refuseDraft', () => {
  test('accepts measured numbers and no others', () => {
    expect(refuseDraft(good, facts)).toBeNull()
    fc.assert(
      fc.property(fc.integer({ min: 101, max: 100_000 }), n => {
        expect(refuseDraft({ ...good, description: `It was ${n} high` }, facts)).toMatch(/not measured/)
      }),
    )
  })
  test('accepts measured speeds in the units of the facts only', () => {
    const rides = (title: string) => refuseDraft({ ...good, title }, facts)
    expect(rides('A trail at 30 km/h')).toBeNull()
    expect(rides('A trail at 30 mph')).toBe("'30 mph' was not measured in these units")
  })
  test.each([
    [{ title: 'x'.repeat(101) }, /100 characters/],
    [{ videoTitle: 'a <b>' }, /brackets/],
    [{ tags: Array.from({ length: 60 }, () => 'longer tags') }, /500/],
    [{ hashtags: ['one'] }, /hashtags/],
    [{ hashtags: ['a b', 'c', 'd'] }, /letters/],
    [{ caption: 'y'.repeat(151) }, /caption/],
  ])('keeps the limits: %j', (change, reason) => {
    expect(refuseDraft({ ...good, ...change }, facts)).toMatch(reason)
  })
})

import { randomUUID } from 'node:crypto'
import net from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { api } from '#contract/paths.ts'
import { json as stored } from '#server/core/db/json.ts'
import { sentenceBy } from '#server/core/sentences.ts'
import { whoAmI } from '#test/harness/accounts.ts'
import { anyProbe } from '#test/harness/probe.ts'
import { startTestServer } from '#test/harness/server.ts'

test("what is wrong with a telemetry file is said in the reader's language", async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const rider = await server.person('rider@example.com')
  const { id: userId } = (await whoAmI(rider))!
  const id = randomUUID()
  await server.deps.db
    .insertInto('videos')
    .values({
      ...{ id, user_id: userId, title: 'Ride', description: '', category: 'utv', file_name: 'ride.mp4' },
      ...{ status: 'draft', uploaded_at: new Date(), probe: stored(anyProbe) },
      original_key: `originals/${id}/${'0'.repeat(64)}.mp4`,
      original_sha256: '0'.repeat(64),
    })
    .execute()
  const refusal = async (file: string, language: string) => {
    const answer = await rider.call(api.addTelemetry(id), {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream', 'accept-language': language },
      body: file,
    })
    return [answer.status, answer.headers.get('content-language'), await answer.json()]
  }
  const rows = 'time,speed\n0,\n'
  const noUsableRow = {
    ...{ code: 'invalid_input', field: 'file', reason: 'telemetry.noUsableRow', values: { rows: 1 } },
    requestId: expect.any(String),
  }
  expect(await refusal(rows, 'en')).toEqual([
    422,
    'en',
    { ...noUsableRow, message: 'No row of the CSV has a usable value (rows: 1).' },
  ])
  expect(await refusal(rows, 'es-MX')).toEqual([
    422,
    'es-MX',
    { ...noUsableRow, message: 'Ninguna fila del CSV tiene un valor utilizable (filas: 1).' },
  ])
  const places = '<places></places>'
  const notTrack = { reason: 'telemetry.notTrack', values: {} }
  expect(await refusal(places, 'en')).toMatchObject([
    422,
    'en',
    { ...notTrack, message: "The file isn't GPX, TCX or KML." },
  ])
  expect(await refusal(places, 'es-MX')).toMatchObject([
    422,
    'es-MX',
    { ...notTrack, message: 'El archivo no es GPX, TCX ni KML.' },
  ])
})

const json = { 'content-type': 'application/json' }
const asked: [
  name: string,
  path: string,
  init: RequestInit,
  status: number,
  reason: string,
  english: string,
  spanish: string,
][] = [
  [
    'a body of another type',
    api.profileUpdate,
    { method: 'POST', headers: { 'content-type': 'text/csv' }, body: 'a' },
    400,
    'http.unknownType',
    "This address doesn't take this type of content. Check the Content-Type header.",
    'Esta dirección no recibe este tipo de contenido. Revisa el encabezado Content-Type.',
  ],
  [
    'a body of no type',
    api.profileUpdate,
    { method: 'POST', headers: { 'content-type': 'csv' }, body: 'a' },
    400,
    'http.unknownType',
    "This address doesn't take this type of content. Check the Content-Type header.",
    'Esta dirección no recibe este tipo de contenido. Revisa el encabezado Content-Type.',
  ],
  [
    'an empty body',
    api.profileUpdate,
    { method: 'POST', headers: json, body: '' },
    400,
    'http.emptyJson',
    'The request body is empty. Send JSON, or leave out the Content-Type header.',
    'El cuerpo de la solicitud está vacío. Envía JSON o quita el encabezado Content-Type.',
  ],
  [
    'half of a body',
    api.profileUpdate,
    { method: 'POST', headers: json, body: '{' },
    400,
    'http.badJson',
    "The request body isn't valid JSON.",
    'El cuerpo de la solicitud no es JSON válido.',
  ],
  [
    'a body with a prototype',
    api.profileUpdate,
    { method: 'POST', headers: json, body: '{"__proto__":{"a":1}}' },
    400,
    'http.badJson',
    "The request body isn't valid JSON.",
    'El cuerpo de la solicitud no es JSON válido.',
  ],
  [
    'a large body',
    api.profileUpdate,
    { method: 'POST', headers: json, body: JSON.stringify('x'.repeat(300_000)) },
    413,
    'http.tooLarge',
    'This request is too large.',
    'Esta solicitud es demasiado grande.',
  ],
  [
    'another method',
    api.profileUpdate,
    { method: 'PUT', headers: json, body: '{}' },
    404,
    'http.nothingHere',
    "There's nothing at this address.",
    'No hay nada en esta dirección.',
  ],
  [
    'an address that is not encoded',
    '/api/videos/%zz',
    {},
    400,
    'http.badAddress',
    "This address isn't valid. Check its percent signs.",
    'Esta dirección no es válida. Revisa sus signos de porcentaje.',
  ],
  [
    'a long address',
    api.video('a'.repeat(400)),
    {},
    400,
    'http.addressTooLong',
    'This address is too long.',
    'Esta dirección es demasiado larga.',
  ],
  [
    'a file outside',
    '/assets/..%2f..%2fpackage.json',
    {},
    403,
    'http.notAllowed',
    "You don't have permission to do this.",
    'No tienes permiso para hacer esto.',
  ],
]

test("what the framework refuses is said in our words and the reader's language", async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const rider = await server.person('rider@example.com')
  for (const [name, path, init, status, reason, english, spanish] of asked)
    for (const [language, message] of [
      ['en', english],
      ['es-MX', spanish],
    ] as const) {
      const answer = await rider.call(path, {
        ...init,
        headers: { ...init.headers, 'accept-language': language },
      })
      expect([
        name,
        answer.status,
        answer.headers.get('content-language'),
        answer.headers.get('x-content-type-options'),
      ]).toEqual([name, status, language, 'nosniff'])
      expect(await answer.json(), name).toMatchObject({
        reason,
        message,
        values: {},
        requestId: expect.any(String),
      })
    }
})

describe('what the parser of requests refuses', () => {
  test.each([
    ['no HTTP', 'GARBAGE\r\n\r\n', '400 Bad Request', 'bad_request', 'http.badHttp'],
    [
      'large headers',
      `GET / HTTP/1.1\r\nhost: x\r\nx-a: ${'a'.repeat(20_000)}\r\n\r\n`,
      '431 Request Header Fields Too Large',
      'too_large',
      'http.headersTooLarge',
    ],
  ])('is answered as the contract says: %s', async (_, sent, line, code, reason) => {
    const server = await startTestServer({ ROLE: 'web' })
    const socket = net.connect(Number(new URL(server.url).port), '127.0.0.1')
    socket.write(sent)
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
    expect(head.split('\r\n')[0]).toBe(`HTTP/1.1 ${line}`)
    expect(JSON.parse(body)).toEqual({ code, reason, values: {}, message: sentenceBy(reason, {})?.in('en') })
  })
})

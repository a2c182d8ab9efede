import { expect, test } from 'vitest'
import { handlingOf } from './rules.ts'

const origin = 'https://trailcut.example'
const get = (path: string, mode = 'cors') => handlingOf({ method: 'GET', mode, url: origin + path }, origin)

test('data, media and uploads never pass through a cache', () => {
  for (const path of [
    '/api/videos/my',
    '/api/notifications/stream',
    '/api/uploads/abc?token=1',
    '/stream/abc/manifest/video.m3u8',
    '/stream/abc/thumbnails/thumbnail.jpg?time=1s',
    '/sandbox/mailbox',
    '/readyz',
    '/sw.js',
    '/manifest.webmanifest',
  ])
    expect([path, get(path)]).toEqual([path, 'network'])
  expect(handlingOf({ method: 'PATCH', mode: 'cors', url: `${origin}/assets/x.js` }, origin)).toBe('network')
  expect(
    handlingOf({ method: 'GET', mode: 'cors', url: 'https://elsewhere.example/assets/x.js' }, origin),
  ).toBe('network')
})

test('the shell: pages, hashed files, and what the head names', () => {
  expect(get('/', 'navigate')).toBe('page')
  expect(get('/upload?shared=ready', 'navigate')).toBe('page')
  expect(get('/assets/core-DQ54pQA3.js')).toBe('asset')
  expect(get('/theme.js', 'no-cors')).toBe('file')
})

test("ignores the server's own pages: sign-in, sign-out, docs, sandbox, embeds", () => {
  for (const path of [
    '/api/login',
    '/api/logout',
    '/api/docs',
    '/sandbox',
    '/stream/abc/iframe',
    '/s/abc',
    '/v/3f0f1c1e-7f0a-4f6e-9a52-0d8a1a7b9c11/embed',
    '/docs',
    '/docs/backup',
  ])
    expect([path, get(path, 'navigate')]).toEqual([path, 'network'])
})

test('a share is a POST to one address only', () => {
  const post = (path: string) => handlingOf({ method: 'POST', mode: 'navigate', url: origin + path }, origin)
  expect(post('/share-target')).toBe('share')
  expect(post('/api/auth/simple-signup')).toBe('network')
  expect(get('/share-target', 'navigate')).toBe('page')
})

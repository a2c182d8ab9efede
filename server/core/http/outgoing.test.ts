import type { LookupAddress } from 'node:dns'
import { once } from 'node:events'
import http, { type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { guardedLookup, isPublicAddress, OutgoingError, postOutgoing, readOutgoing } from './outgoing.ts'

const [strict, local] = [{ allowLoopback: false }, { allowLoopback: true }]

async function serve(answer: RequestListener): Promise<{ url: string; paths: string[] }> {
  const paths: string[] = []
  const server = http.createServer((request, response) => {
    paths.push(request.url ?? '')
    answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://localhost:${(server.address() as AddressInfo).port}/hook`, paths }
}

const post = (
  url: string,
  ...rest: [Parameters<typeof postOutgoing>[2], Parameters<typeof postOutgoing>[3]?]
) => postOutgoing(url, { headers: { 'content-type': 'application/json' }, body: '{}' }, ...rest)

/** A name server that answers like this, one list after another. */
const resolver = (...lists: string[][]) => {
  let asked = 0
  const resolve: Parameters<typeof postOutgoing>[3] = (_host, _options, callback) => {
    const addresses = lists[Math.min(asked++, lists.length - 1)] ?? []
    const found = addresses.map(
      (address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 }),
    )
    callback(null, found)
  }
  return { resolve, asked: () => asked }
}

test('only addresses of the public internet are public', () => {
  for (const address of ['8.8.8.8', '93.184.216.34', '172.32.0.1', '2606:4700::1111'])
    expect(isPublicAddress(address), address).toBe(true)
  const others = [
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '127.9.9.9', '169.254.169.254', '172.16.0.1'],
    ...['172.31.255.255', '192.0.0.1', '192.168.1.1', '198.18.0.1', '224.0.0.1', '255.255.255.255'],
    ...['::', '::1', 'fe80::1', 'fc00::1', 'fd00:ec2::254', 'ff02::1', '64:ff9b::7f00:1', '2001:db8::1'],
    ...['::ffff:127.0.0.1', '::ffff:8.8.8.8', '::127.0.0.1', '2002:7f00:1::', '2001:0:4136:e378::1'],
    ...['localhost', '', '1.2.3', 'fe80::1%eth0'],
  ]
  for (const address of others) expect(isPublicAddress(address), address).toBe(false)
})

test.each([
  'http://example.com/',
  'ftp://example.com/',
  'file:///etc/passwd',
  'https://user:word@example.com/',
  'https://example.com/#part',
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://0177.0.0.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:a9fe:a9fe]/',
  'https://[fd00::1]/',
  'https://10.0.0.1:8443/',
  'not an address',
])('refuses %s', address => {
  expect(readOutgoing(address, strict)).toBeNull()
})

test('takes https addresses; http only on this machine and where that is allowed', () => {
  expect(readOutgoing('https://example.com:8443/a?b=c', strict)?.href).toBe('https://example.com:8443/a?b=c')
  expect(readOutgoing('http://localhost:1/', strict)).toBeNull()
  expect(readOutgoing('http://localhost:1/', local)?.href).toBe('http://localhost:1/')
  expect(readOutgoing('http://[::1]:1/', local)?.href).toBe('http://[::1]:1/')
  expect(readOutgoing('http://192.168.0.1/', local)).toBeNull()
  expect(readOutgoing('https://169.254.169.254/', local)).toBeNull()
})

test.each([
  ['127.0.0.1'],
  ['169.254.169.254'],
  ['10.0.0.7'],
  ['::1'],
  ['::ffff:127.0.0.1'],
  ['::ffff:169.254.169.254'],
  ['fd12::1'],
  ['93.184.216.34', '10.0.0.7'],
  [],
])('connects to no name that resolves to %s', async (...addresses) => {
  const { url, paths } = await serve((_request, response) => response.end())
  const https = url.replace('http:', 'https:')
  await expect(post(https, strict, resolver(addresses).resolve)).rejects.toMatchObject({
    problem: 'refused_address',
  })
  expect(paths).toEqual([])
})

test('connects to no name of this machine by the real resolver', async () => {
  const outcome = Promise.withResolvers<unknown>()
  guardedLookup(strict)('localhost', {}, (error, address) => outcome.resolve(error ?? address))
  expect(await outcome.promise).toEqual(new OutgoingError('refused_address'))
})

test('a name is resolved once: the connection uses the addresses that were checked', async () => {
  const { url, paths } = await serve((_request, response) => response.end())
  const rebinding = resolver(['127.0.0.1'], ['169.254.169.254'])
  expect(await post(url, local, rebinding.resolve)).toEqual({ status: 200 })
  expect([rebinding.asked(), paths]).toEqual([1, ['/hook']])
})

test('a redirect is an answer, and is not followed', async () => {
  const { url, paths } = await serve((_request, response) =>
    response.writeHead(302, { location: '/elsewhere' }).end(),
  )
  expect(await post(url, local)).toEqual({ status: 302 })
  expect(paths).toEqual(['/hook'])
})

test('an endless answer is cut off, and a cut connection is reported as none', async () => {
  let sent = 0
  const endless = await serve((_request, response) => {
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536))) sent += 65_536
    }
    response.on('drain', more)
    more()
  })
  expect(await post(endless.url, local)).toEqual({ status: 200 })
  expect(sent).toBeLessThan(64 * 1024 * 1024)
  const cut = await serve(request => request.socket.destroy())
  await expect(post(cut.url, local)).rejects.toMatchObject({ problem: 'no_connection' })
})

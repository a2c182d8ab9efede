import { expect, test } from 'vitest'
import { api } from '#contract/paths.ts'
import { post } from '#test/harness/accounts.ts'
import { cloneDatabase } from '#test/harness/database.ts'
import { inPrivateNetwork, startMachine } from '#test/harness/machines.ts'
import { proved } from '#test/harness/review.ts'
import { startTestServer } from '../../harness/server.ts'

test('exports, new uploads and mails to staff are limited per minute', async () => {
  const server = await startTestServer({ ROLE: 'web', ACCOUNT_OPEN_UPLOADS: '100' })
  const { client: rider } = await proved(server, 'sam@trailcut.example')
  const { client: admin } = await proved(server, 'admin@trailcut.example')
  const costly = [
    { most: 5, ask: () => rider.call(api.exportData) },
    { most: 60, ask: () => post(rider, api.uploadUrl, { fileName: 'ride.mp4' }) },
    { most: 10, ask: () => post(admin, api.sendWeeklyDigest, { adminEmail: 'admin@trailcut.example' }) },
  ]
  for (const { most, ask } of costly) {
    const statuses: number[] = []
    for (let n = 0; n <= most; n++) {
      const answer = await ask()
      await answer.arrayBuffer()
      statuses.push(answer.status)
    }
    expect(statuses).toEqual([...Array(most).fill(200), 429])
  }
})

test('two servers on one database count sign-in links together', async () => {
  const env = { ...inPrivateNetwork(await cloneDatabase()), ROLE: 'web' }
  const servers = [await startMachine(env), await startMachine(env)] as const
  const statuses: number[] = []
  for (let n = 0; n < 8; n++) {
    const answer = await fetch(`${servers[n % 2 === 0 ? 0 : 1].url}${api.signInLink}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: `rider${n}@trailcut.app` }),
    })
    statuses.push(answer.status)
    if (answer.status === 429) {
      const seconds = Number(answer.headers.get('retry-after'))
      expect(seconds).toBeGreaterThan(0)
      expect(seconds).toBeLessThanOrEqual(60)
    }
  }
  expect(statuses).toEqual([...Array(5).fill(202), 429, 429, 429])
})

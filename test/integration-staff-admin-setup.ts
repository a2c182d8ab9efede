import { proved } from '#test/harness/review.ts'
import { startTestServer } from './harness/server.ts'

export async function stage() {
  const server = await startTestServer({ ROLE: 'web' })
  const admin = await proved(server, 'admin@trailcut.example')
  const moderator = await proved(server, 'moderator@trailcut.example')
  const rider = await proved(server, 'sam@trailcut.example')
  return { server, db: server.deps.db, admin, moderator, rider }
}

import type { AuditEntry } from '#contract/audit.ts'
import type { Notification } from '#contract/notifications.ts'
import { api } from '#contract/paths.ts'
import { proved } from '#test/harness/review.ts'
import { startTestServer } from './harness/server.ts'

export async function stage(env: Record<string, string> = {}) {
  const server = await startTestServer({ ROLE: 'web', ...env })
  const { db } = server.deps
  const admin = await proved(server, 'admin@trailcut.example')
  const moderator = await proved(server, 'moderator@trailcut.example')
  const rider = await proved(server, 'sam@trailcut.example')
  const notified = async () =>
    (await rider.client.json<Notification[]>(api.notifications)).map(n => [n.type, n.title])
  const mails = async () => {
    const rows = await db
      .selectFrom('mails')
      .select(['template', 'state'])
      .where('user_id', '=', rider.id)
      .orderBy('created_at')
      .execute()
    return rows.map(r => [r.template, r.state])
  }
  const log = (id: string) => admin.client.json<AuditEntry[]>(`${api.audit}?objectType=video&objectId=${id}`)
  return { server, db, admin, moderator, rider, notified, mails, log }
}

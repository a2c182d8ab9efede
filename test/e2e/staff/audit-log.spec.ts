import { expect, runOnOwnServer, test } from '../fixtures.ts'
import { base, lookAt, userIdOf } from '../support.ts'
import { makeAnalyzed, openAsRider, openAsStaff } from './staff-support.ts'

test.describe.configure({ mode: 'serial', timeout: 180_000 })

runOnOwnServer()

test('the audit log reads in sentences, keeps its filters in the address and leads to what was changed', async ({
  browser,
}) => {
  const email = 'logged.rider@trailcut.example'
  const rider = await openAsRider(browser, email)
  const riderId = await userIdOf(rider)
  const [videoId] = await makeAnalyzed(rider, ['Delta drop'])
  await rider.context().close()
  const page = await openAsStaff(browser, 'admin')
  const change = async (method: 'post' | 'patch', path: string, data?: object) => {
    const answer = await page.request[method](`${base()}${path}`, { data, headers: { origin: base() } })
    expect(answer.status()).toBe(200)
  }
  await change('patch', `/api/admin/videos/${videoId}/status`, { status: 'approved' })
  await change('patch', `/api/admin/videos/${videoId}/status`, { status: 'pending' })
  await change('post', `/api/admin/users/${riderId}/suspend`, { reason: 'Stolen footage' })

  await page.goto(`${base()}/admin/audit-log`)
  const entries = page.getByRole('main').getByRole('listitem')
  await expect(
    entries.filter({ hasText: "changed the status of 'Delta drop' from approved to pending review" }),
  ).toHaveCount(1)
  const suspended = entries.filter({ hasText: 'suspended the account of Sam Ortega' })
  await expect(suspended).toContainText('user.suspend')
  await suspended.getByText('Details').click()
  await expect(suspended.getByText('Stolen footage')).toBeVisible()
  await lookAt(page, 'admin-audit-sentences', suspended)

  const ids = page.getByLabel('Object ID')
  await expect(ids).toBeDisabled()
  await page.getByLabel('Object type').fill('video')
  await ids.fill(videoId as string)
  await expect(entries).toHaveCount(2)
  await expect(page).toHaveURL(new RegExp(`objectType=video&objectId=${videoId}`))
  await page.reload()
  await expect(ids).toHaveValue(videoId as string)
  await expect(entries).toHaveCount(2)

  await entries
    .first()
    .getByRole('link', { name: /^changed the status of 'Delta drop'/ })
    .click()
  await expect(page.getByRole('article', { name: 'Delta drop' })).toBeVisible()
  const history = page.getByRole('listitem').filter({ hasText: /changed the status of 'Delta drop'/ })
  await expect(history).toHaveCount(0)
  await page.getByText('History', { exact: true }).click()
  await expect(history).toHaveCount(2)
  await lookAt(page, 'review-history', history.first())
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Approve' }).first().click()
  await expect(page.getByText("approved the video 'Delta drop'")).toBeVisible()

  await page.goto(`${base()}/admin/audit-log?objectType=user&objectId=${riderId}`)
  await entries.first().getByRole('link').click()
  const dialog = page.getByRole('dialog', { name: 'Sam' })
  await expect(dialog.getByText('suspended the account of Sam Ortega')).toBeVisible()
  await page.context().close()
})

import { expect, runOnOwnServer, test } from '../fixtures.ts'
import { addReadyVideo } from '../ready-videos.ts'
import { base, lookAt, signInStaff, signUp, userIdOf } from '../support.ts'

runOnOwnServer()

test('a recording uploaded before is flagged to its rider and to staff in the review', async ({
  page,
  browser,
}) => {
  await signUp(page, 'twice.rider@trailcut.example')
  const rider = await userIdOf(page)
  const before = await addReadyVideo('short', rider, 'Canyon in spring', { sameRecording: true })
  const again = await addReadyVideo('short', rider, 'Canyon once more', { sameRecording: true })
  await addReadyVideo('short', rider, 'Another canyon')

  await page.goto(`${base()}/v/${again}`)
  const note = page.getByRole('status').filter({ hasText: "You've uploaded this recording before" })
  await expect(note.getByRole('listitem')).toHaveText([/^Canyon in spring · .+ · the same file$/])
  await lookAt(page, 'same-ride', note)
  await note.getByRole('link', { name: 'Canyon in spring' }).click()
  await expect(page).toHaveURL(`${base()}/v/${before}`)

  const staff = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  await signInStaff(staff, 'moderator')
  await staff.goto(`${base()}/admin/ai-highlights?video=${again}`)
  await expect(staff.getByText('The same rider has uploaded this recording before')).toBeVisible()
  await lookAt(staff, 'same-ride-review')
  await staff.context().close()
})

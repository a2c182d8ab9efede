import { crash } from '../../media/crash.ts'
import { expect, runOnOwnServer, test } from '../fixtures.ts'
import { base, lookAt, signUp, untilAnalyzed, uploadByApi } from '../support.ts'
import { openAsStaff } from './staff-support.ts'

runOnOwnServer()

test('a ride that ends in a hit and stillness carries a note to its rider and its reviewer', async ({
  page,
  browser,
}) => {
  await signUp(page, 'fallen.rider@trailcut.example')
  const id = await uploadByApi(page, await crash(), 'Last lap')
  await untilAnalyzed(page, id)

  await page.goto(`${base()}/v/${id}`)
  const note = page.getByRole('status').filter({ hasText: 'Possible crash at 0:20' })
  await expect(note).toContainText(/A hit of \d\.\d g, then no movement for 2\d s\./)
  await expect(note).toContainText('If anyone was hurt, get help first.')
  await lookAt(page, 'safety-note', note)
  const { highlights } = await (await page.request.get(`${base()}/api/videos/${id}/ai-highlights`)).json()
  expect(highlights.filter(({ endTime }: { endTime: number }) => endTime > 18)).toEqual([])

  const staff = await openAsStaff(browser, 'moderator')
  await staff.goto(`${base()}/admin/ai-highlights?video=${id}`)
  const warning = staff.getByRole('status').filter({ hasText: 'Possible crash at 0:20' })
  await expect(warning).toContainText('Check that nobody is hurt before you publish.')
  await lookAt(staff, 'safety-note-review', warning)
  await staff.context().close()
})

import { expect, test } from '../fixtures.ts'
import { base, lookAt } from '../support.ts'
import { orderAt, publicationsOf, scheduleDialog, setStage, toDesktop } from './publishing-support.ts'

test.describe.configure({ mode: 'serial', timeout: 240_000 })
const title = 'Creek bed'
const stage = setStage([title])

test('a TikTok post states who posts, who can see it, what viewers may do and what it promotes', async () => {
  const { admin } = stage
  await orderAt(admin, 'tiktok', 'switches', { closed: ['duet'] })
  await admin.goto(`${base()}/publishing?tab=queue`)
  await admin.getByRole('button', { name: 'Schedule Publishing' }).click()
  const dialog = scheduleDialog(admin)
  await dialog.getByLabel('Find a video').fill(title)
  await dialog.getByRole('radio', { name: `${title} · Sam`, exact: true }).check()
  await dialog.getByRole('checkbox', { name: 'TikTok', exact: true }).check()
  const form = dialog.getByRole('region', { name: "How it's posted on TikTok" })
  await expect(form.getByText(/Posting as/)).toBeVisible()
  // The channel's defaults apply until something else is chosen.
  await expect(form.getByLabel('Who can see this post').locator('option:checked')).toHaveText(
    'Channel default: Everyone',
  )
  for (const name of ['Comment', 'Stitch'])
    await expect(form.getByRole('checkbox', { name })).not.toBeChecked()
  await expect(form.getByRole('checkbox', { name: /Duet/ })).toBeDisabled()
  const submit = dialog.getByRole('button', { name: 'Schedule', exact: true })
  await expect(submit).toBeEnabled()

  await form.getByLabel('Who can see this post').selectOption('Only the account itself')
  await form.getByRole('checkbox', { name: /Another brand/ }).check()
  await expect(form.getByText("Branded content can't be private.")).toBeVisible()
  await expect(submit).toBeDisabled()
  await form.getByLabel('Who can see this post').selectOption('Everyone')
  await form.getByRole('checkbox', { name: 'Comment' }).check()
  await expect(
    form.getByText("By posting, you agree to TikTok's Branded Content Policy and Music Usage Confirmation."),
  ).toBeVisible()
  await lookAt(admin, 'post-form', form)
  await toDesktop(admin)
  await submit.click()
  await expect(dialog).toBeHidden()
  expect((await publicationsOf(admin))[0]?.metadata).toMatchObject({
    privacy: 'PUBLIC_TO_EVERYONE',
    interactions: { comment: true, duet: false, stitch: false },
    disclosure: { yourBrand: false, brandedContent: true },
  })
})

test("a person confirms a channel's defaults, and their name is shown", async () => {
  const { admin } = stage
  await admin.goto(`${base()}/publishing?tab=channels`)
  await admin.getByRole('button', { name: 'Post defaults' }).click()
  const dialog = admin.getByRole('dialog', { name: /^Post defaults for/ })
  await expect(dialog.getByText('Nobody has confirmed these yet.')).toBeVisible()
  await expect(dialog.getByText(/By posting, you agree to TikTok's Music Usage Confirmation\./)).toBeVisible()
  await dialog.getByLabel('Who can see this post').selectOption('Everyone')
  await lookAt(admin, 'post-defaults', dialog)
  await toDesktop(admin)
  await dialog.getByRole('button', { name: 'Confirm defaults' }).click()
  await expect(dialog).toBeHidden()
  await admin.getByRole('button', { name: 'Post defaults' }).click()
  await expect(dialog.getByText(/^Confirmed by Alex Admin/)).toBeVisible()
})

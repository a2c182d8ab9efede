import { expect, test } from '../fixtures.ts'
import { base, lookAt } from '../support.ts'

test('the gallery shows every component in every state, F8 reaches the toast, and Escape returns the focus', async ({
  page,
}) => {
  await page.goto(`${base()}/ui`)
  await expect(page.getByRole('heading', { name: 'Components' })).toBeVisible()
  await lookAt(page, 'ui')
  const opener = page.getByRole('button', { name: 'Dialog' })
  await opener.click()
  await expect(page.getByRole('dialog', { name: 'A dialog' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
  await page.getByRole('button', { name: 'Toast', exact: true }).click()
  await expect(page.getByText('It is kept.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Destructive toast' }).click()
  await expect(page.getByText('Please try again.').first()).toBeVisible()
  await expect(page.getByText('It is kept.')).toHaveCount(0)
  await page.keyboard.press('F8')
  await expect(page.getByRole('region', { name: /^Notifications/ }).getByRole('list')).toBeFocused()
})

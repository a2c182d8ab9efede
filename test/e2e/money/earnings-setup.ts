import { expect, type Page } from '../fixtures.ts'

export const region = (page: Page, name: string) => page.getByRole('region', { name })

export const figure = (page: Page, name: string) =>
  page.locator('main dl').first().locator('div', { hasText: name }).locator('dd')

export const openTab = async (page: Page, name: string) => {
  await page.getByRole('tab', { name }).click()
  await expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true')
}

export const requestButton = (page: Page) => page.getByRole('button', { name: 'Request Payout' })

import type { Page } from '../fixtures.ts'

/** The parts of the page of plans. */

export const plan = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
export const dialog = (page: Page) => page.getByRole('dialog')
export const pay = (page: Page) => dialog(page).getByRole('button', { name: 'Subscribe Now' })
export const yourPlan = (page: Page) => plan(page, 'Your plan')
/** Beside an open dialog the toasts are hidden from the tree of roles. */
export const toastText = (page: Page, text: string) =>
  page.locator('[role=region][aria-label^="Notifications"]').getByText(text, { exact: true })

import type { Page } from '../fixtures.ts'

/** The parts of the plans page. */

export const plan = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
export const dialog = (page: Page) => page.getByRole('dialog')
export const pay = (page: Page) => dialog(page).getByRole('button', { name: 'Subscribe Now' })
export const yourPlan = (page: Page) => plan(page, 'Your plan')
/** By its text: an open dialog hides toasts from the accessibility tree. */
export const toastText = (page: Page, text: string) =>
  page.locator('[role=region][aria-label^="Notifications"]').getByText(text, { exact: true })

import { signInTo } from '../accounts.ts'
import { type BrowserContext, runOnOwnServer, test } from '../fixtures.ts'
import { base } from '../support.ts'
import { h1, look, shownTo } from './axe-support.ts'

runOnOwnServer()

test.describe('staff', () => {
  let state: Awaited<ReturnType<BrowserContext['storageState']>>
  test.beforeAll(async ({ browser }) => {
    const page = await browser.newPage()
    await signInTo(page, 'admin@trailcut.example')
    state = await page.context().storageState()
    await page.close()
  })

  for (const path of [...shownTo('signed in'), '/enhanced-dashboard?upload=1'])
    test(`has no axe violations at ${path}`, async ({ browser }) => {
      const context = await browser.newContext({ storageState: state })
      const page = await context.newPage()
      await page.goto(base() + path)
      await look(page, path.includes('upload=1') ? page.getByRole('dialog') : h1(page))
      await context.close()
    })
})

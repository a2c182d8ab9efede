import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from '@playwright/test'

const base = () => process.env.E2E_URL as string
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

for (const colorScheme of ['light', 'dark'] as const)
  for (const width of [390, 1440])
    test(`axe finds nothing on any page, ${colorScheme}, ${width} px, and none scrolls sideways`, async ({
      browser,
    }) => {
      const context = await browser.newContext({ colorScheme, viewport: { width, height: 844 } })
      const page = await context.newPage()
      const look = async (label: string) => {
        await page.evaluate(() => document.fonts.ready)
        const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze()
        expect(
          violations.map(v => `${v.id}: ${v.nodes[0]?.target}`),
          label,
        ).toEqual([])
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        expect(overflow, `${label} scrolls sideways`).toBeLessThanOrEqual(0)
      }
      for (const path of ['/', '/terms', '/privacy', '/no-such-page']) {
        await page.goto(base() + path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await look(path)
      }
      await page.goto(base())
      await page
        .getByLabel(/e-?mail/i)
        .first()
        .fill(`axe.${colorScheme}.${width}@trailcut.example`)
      await page.getByRole('button', { name: 'Start Creating Content' }).first().click()
      await expect(page.getByRole('heading', { name: 'Creator Dashboard' })).toBeVisible()
      // The toast's text fades in; half faded it has no contrast to speak of.
      await expect(page.getByText('Successfully signed in!')).toHaveCount(0, { timeout: 15_000 })
      await look('dashboard')
      await page.goto(`${base()}/upload`)
      await expect(page.getByRole('heading', { level: 1, name: 'Upload' })).toBeVisible()
      await look('upload')
      await context.close()
    })

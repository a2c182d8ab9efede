import { mkdtempSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { makeClip } from '../../media/clip.ts'
import { expect, type Page, test } from '../fixtures.ts'
import { base, expectSound } from '../support.ts'

test.use({ locale: 'es-MX', timezoneId: 'America/Mexico_City' })

const languageOf = (page: Page) => page.locator('html').getAttribute('lang')

test("a visitor sees their browser's language, and keeps another one once they choose it", async ({
  page,
}) => {
  // React reports an error when prerendered markup doesn't match what the scripts render.
  const faults: string[] = []
  page.on('console', message => message.text().includes('react.dev/errors') && faults.push(message.text()))
  page.on('pageerror', error => faults.push(String(error)))
  const answer = await page.goto(base())
  expect(answer?.headers().vary).toContain('Accept-Language')
  expect(await languageOf(page)).toBe('es-MX')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Tú ruedas.')
  await expectSound(page, 'landing in Spanish')
  const choice = page.getByLabel('Idioma')
  await expect(choice).toHaveValue('es-MX')

  await choice.selectOption({ label: 'English' })
  await expect(page.getByRole('heading', { level: 1 })).toContainText('You ride.')
  await expect.poll(() => languageOf(page)).toBe('en')
  await page.goto(`${base()}/terms`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms of Service')

  await page.getByLabel('Language').selectOption({ label: 'Español' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Términos del servicio')
  expect(faults).toEqual([])
})

test('everything from signing up to a playable video is in Spanish', async ({ page }) => {
  const file = await makeClip(
    path.join(mkdtempSync(path.join(os.tmpdir(), 'trailcut-es-')), 'Rodada en Valle.mp4'),
    { seconds: 3 },
  )
  await page.goto(base())
  await page.getByLabel('Correo electrónico').first().fill('piloto.es@trailcut.example')
  await page.getByRole('button', { name: 'Empezar a crear' }).first().click()
  await expect(page.getByRole('heading', { name: 'Panel del creador' })).toBeVisible()
  await expectSound(page, 'dashboard in Spanish')

  await page.goto(`${base()}/upload`)
  await page.locator('input[type=file]').first().setInputFiles(file)
  await page.getByRole('button', { name: 'Subir video' }).click()
  await expect(page.getByText('Subida completa').first()).toBeVisible()
  await expectSound(page, 'upload in Spanish')
})

test('a chosen language and units follow the person to another browser', async ({ page, browser }) => {
  const email = 'viajera.es@trailcut.example'
  const signedUp = await page.request.post(`${base()}/api/auth/simple-signup`, {
    data: { email },
    headers: { origin: base() },
  })
  expect(signedUp.status()).toBe(200)
  await page.goto(`${base()}/settings`)
  await page.getByLabel('Unidades', { exact: true }).selectOption({ label: 'mph y pies' })
  await expect(page.getByText('Perfil actualizado', { exact: true })).toBeVisible()
  await page.getByLabel('Idioma', { exact: true }).selectOption({ label: 'English' })
  await expect(page.getByRole('heading', { name: 'Language and units' })).toBeVisible()
  await expect(page.getByLabel('Units', { exact: true })).toHaveValue('imperial')
  await expectSound(page, 'settings')

  // The same account in a browser without a chosen language.
  const other = await browser.newContext({ locale: 'es-MX' })
  const { cookies } = await page.context().storageState()
  await other.addCookies(cookies.filter(({ name }) => name !== 'language'))
  const elsewhere = await other.newPage()
  await elsewhere.goto(`${base()}/settings`)
  await expect(elsewhere.getByRole('heading', { name: 'Language and units' })).toBeVisible()
  await other.close()
})

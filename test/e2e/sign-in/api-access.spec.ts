import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { makeClip } from '../../media/clip.ts'
import { signInTo } from '../accounts.ts'
import { expect, test } from '../fixtures.ts'
import { base, lookInThemes, uploadByApi } from '../support.ts'

/** A receiver on this machine that takes every message. */
async function receiver(): Promise<{ url: string; close: () => void }> {
  const server = http.createServer((_request, response) => response.writeHead(204).end())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/trailcut`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

for (const width of [390, 1440])
  test(`an access token and a webhook at ${width} px, light and dark`, async ({ page }, info) => {
    await page.setViewportSize({ width, height: 844 })
    await signInTo(page, `api.${width}@trailcut.example`, '/settings')
    await page.getByRole('heading', { name: 'API access' }).scrollIntoViewIfNeeded()

    await page.getByRole('button', { name: 'New token' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Garage computer')
    await page.getByLabel('Expires after').selectOption('30 days')
    await page.getByLabel(/^Upload videos/).check()
    await lookInThemes(page, 'api-token-form')
    await page.getByRole('button', { name: 'Create token' }).click()
    await expect(page.getByRole('heading', { name: 'Your new access token' })).toBeFocused()
    const token = (await page.getByText(/^tcp_/).textContent()) ?? ''
    await lookInThemes(page, 'api-token-made')
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByText(token)).toHaveCount(0)
    await expect(page.getByText('never used')).toBeVisible()

    // As a program: no cookies, no browser.
    const ask = async (address: string) =>
      (await fetch(new URL(address, base()), { headers: { authorization: `Bearer ${token}` } })).status
    expect(await ask('/api/videos/my')).toBe(200)
    expect(await ask('/api/earnings/report')).toBe(403)

    const { url, close } = await receiver()
    await page.getByRole('button', { name: 'New webhook' }).click()
    await page.getByLabel('Address', { exact: true }).fill('https://192.168.0.7/hook')
    await page.getByRole('button', { name: 'Create webhook' }).click()
    await expect(page.getByText('Enter an https address on the public internet')).toBeVisible()
    await page.getByLabel('Address', { exact: true }).fill(url)
    await lookInThemes(page, 'api-webhook-form')
    await page.getByRole('button', { name: 'Create webhook' }).click()
    await expect(page.getByText(/^whsec_/)).toBeVisible()
    await page.getByRole('button', { name: 'Done' }).click()

    await mkdir(info.outputPath(), { recursive: true })
    const file = await makeClip(path.join(info.outputPath(), 'ride.mp4'))
    await uploadByApi(page, file, 'Garage ride')
    await expect(async () => {
      await page.reload()
      await page.getByRole('heading', { name: 'API access' }).scrollIntoViewIfNeeded()
      await page.getByRole('button', { name: `Deliveries to ${url}` }).click()
      await expect(page.getByText('Delivered').first()).toBeVisible({ timeout: 2000 })
    }).toPass()
    await expect(page.getByText(/Status 204 in \d+ ms/).first()).toBeVisible()
    await lookInThemes(page, 'api-deliveries')
    await page.getByRole('button', { name: 'Send again' }).first().click()
    await expect(page.getByText('It will be sent again in a moment').first()).toBeVisible()
    await page.getByRole('button', { name: `Delete ${url}` }).click()
    await expect(page.getByText(url)).toHaveCount(0)
    close()

    await expect(page.getByText(/last used/)).toBeVisible()
    await page.getByRole('button', { name: 'Revoke Garage computer' }).click()
    await expect(page.getByText('Garage computer')).toHaveCount(0)
    expect(await ask('/api/videos/my')).toBe(401)
  })

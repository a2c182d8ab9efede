import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { chromium } from '@playwright/test'

/**
 * Draws the icons of the installed app from the brand mark, web/public/favicon.svg: with its own rounded
 * corners, and, for systems that cut their own shape (maskable, Apple), on a full background with the mark
 * inside the middle 80%.
 */
const folder = path.resolve(import.meta.dirname, '../web/public')
const mark = await readFile(path.join(folder, 'favicon.svg'), 'utf8')
const ground = /\.g\{fill:(#[0-9a-f]{6})\}/.exec(mark)?.[1]
if (!ground) throw new Error('favicon.svg has no ground color')

const icons = [
  { file: 'icon-192.png', size: 192, full: false },
  { file: 'icon-512.png', size: 512, full: false },
  { file: 'icon-maskable-192.png', size: 192, full: true },
  { file: 'icon-maskable-512.png', size: 512, full: true },
  { file: 'apple-touch-icon.png', size: 180, full: true },
]

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
})
try {
  for (const { file, size, full } of icons) {
    const page = await browser.newPage({ viewport: { width: size, height: size } })
    const inner = full ? size * 0.8 : size
    await page.setContent(
      `<style>body{margin:0;display:grid;place-items:center;height:100vh;${full ? `background:${ground}` : ''}}` +
        `svg{width:${inner}px;height:${inner}px}</style>${mark}`,
    )
    await page.screenshot({ path: path.join(folder, file), omitBackground: true })
    await page.close()
    console.log(`${file}: ${size} × ${size}`)
  }
} finally {
  await browser.close()
}

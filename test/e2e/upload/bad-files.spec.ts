import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { makeClip } from '../../media/clip.ts'
import { expect, type Page, test } from '../fixtures.ts'

const base = () => process.env.E2E_URL as string
const folder = mkdtempSync(path.join(os.tmpdir(), 'trailcut-bad-'))
const file = (name: string, content: string | Buffer) => {
  const target = path.join(folder, name)
  writeFileSync(target, content)
  return target
}

async function cutOff(): Promise<string> {
  const whole = await makeClip(path.join(folder, 'cut.mp4'))
  truncateSync(whole, Math.floor(readFileSync(whole).length * 0.8))
  return whole
}

function soundOnly(): string {
  const target = path.join(folder, 'sound.mp4')
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', 'sine=duration=2', '-c:a', 'aac', target])
  return target
}

const playlist = (target: string) =>
  `#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n${target}\n#EXT-X-ENDLIST\n`
const cases: [string, () => Promise<string> | string, RegExp][] = [
  [
    'a text file named .mp4',
    () => file('text.mp4', 'only words\n'.repeat(500)),
    /can't read this file as a video/,
  ],
  ['a file of 0 bytes', () => file('empty.mp4', ''), /empty/],
  [
    'a playlist of /etc/passwd',
    () => file('list.mp4', playlist('file:///etc/passwd')),
    /can't read this file as a video/,
  ],
  [
    'a playlist of an http address',
    () => file('http.mp4', playlist('http://127.0.0.1:9/a.ts')),
    /can't read this file as a video/,
  ],
  ['a file that was cut off', cutOff, /end of the file is missing/],
  ['a file with sound only', soundOnly, /has no video/],
]

/** A refused file, which stays listed with the reason until it is removed. */
const rowOf = (page: Page, name: string) =>
  page
    .getByRole('region', { name: 'Not uploaded' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: `Remove ${name}`, exact: true }) })

test('every bad file shows a clear message on the screen', async ({ page }) => {
  await page.goto(base())
  await page
    .getByLabel(/e-?mail/i)
    .first()
    .fill('bad.files@trailcut.example')
  await page.getByRole('button', { name: 'Start Creating Content' }).first().click()
  await expect(page.getByRole('heading', { name: 'Creator Dashboard' })).toBeVisible()
  for (const [name, make, sentence] of cases)
    await test.step(name, async () => {
      await page.goto(`${base()}/upload`)
      // A file that was refused before may be asked for again.
      const zone = page.getByRole('region', { name: 'Choose a video' })
      const bad = await make()
      await zone.locator('input[type=file]').setInputFiles(bad)
      const send = page.getByRole('button', { name: /^upload/i })
      // The page refuses what it can detect before it sends anything.
      if (await send.isEnabled().catch(() => false)) await send.click()
      // What arrived whole is read first, and is a video with a sentence then.
      await expect(page.getByText(sentence).first()).toBeVisible()
      // It arrived whole, and is a video that says why it cannot be shown.
      if (/missing|no video/.test(sentence.source)) return
      await page.goto(`${base()}/upload`)
      const row = rowOf(page, path.parse(bad).name)
      await expect(row).toContainText(sentence)
      await row.getByRole('button', { name: /^Remove/ }).click()
      await expect(row).toHaveCount(0)
    })
  await test.step('a file over the limit and a file of another type are refused', async () => {
    await page.goto(`${base()}/upload`)
    const big = path.join(folder, 'big.mp4')
    writeFileSync(big, '')
    truncateSync(big, 501 * 1024 * 1024)
    await page.setInputFiles('input[type=file]', big)
    await expect(page.getByText('File Too Large').first()).toBeVisible()
    await expect(page.getByText(/smaller than 500MB\. Current file size: 501MB/).first()).toBeVisible()
    // No stretch of it can be offered.
    await expect(rowOf(page, 'big.mp4')).toContainText('Only MP4 and MOV files')
    await page.goto(`${base()}/upload`)
    await page.setInputFiles('input[type=file]', file('notes.txt', 'words'))
    await expect(page.getByText('Invalid File Type').first()).toBeVisible()
    const refused = rowOf(page, 'notes.txt')
    await expect(refused).toContainText('Please upload a video file.')
    await refused.getByRole('button', { name: 'Remove notes.txt' }).click()
    await expect(refused).toHaveCount(0)
  })
})

import { expect, test } from '../fixtures.ts'
import { base, expectSound, lookAt } from '../support.ts'
import {
  attempts,
  begin,
  countParts,
  expectFailure,
  expectWhole,
  megabyte,
  setFaults,
  touchFile,
  watchParts,
} from './network-support.ts'

const faults = setFaults('faults.rider@trailcut.example')

for (const [status, message] of [
  [408, 'Upload timeout. Please try again with a smaller file or better connection.'],
  [429, 'Too many upload attempts. Please wait a moment and try again.'],
] as const)
  test(`an upload interrupted by ${status} shows its message and resumes where it stopped`, async () => {
    const { page, line } = faults
    let broken = true
    const parts = watchParts(line, part => (part > 1 && broken ? status : undefined))
    const sent = countParts(page)
    await begin(page, line.url, `Fault ${status}`)
    await expectFailure(page, message)
    expect(sent()).toBe(2)
    await expect(page.getByLabel('Title')).toHaveValue(`Fault ${status}`)
    broken = false
    await page.getByRole('button', { name: 'Resume' }).click()
    await expectWhole(page, line.url, `Fault ${status}`)
    expect(new Set(parts.slice(1).map(({ offset }) => offset))).toEqual(new Set([8 * megabyte]))
  })

test('a 413 during an upload shows the size limit and offers another file', async () => {
  const { page, line } = faults
  watchParts(line, part => (part > 1 ? 413 : undefined))
  await begin(page, line.url, 'Fault 413')
  await expectFailure(page, 'File is too large (13MB). Please reduce file size to under 500MB and try again.')
  await expect(page.getByRole('button', { name: 'Resume' })).toHaveCount(0)
  await expectSound(page, 'upload refused')
  await page.getByRole('button', { name: 'Choose another file' }).click()
  await expect(page.getByText('Drop your ride here')).toBeVisible()
})

test('after two 500s, the upload retries in one and two seconds without a message', async () => {
  const { page, line } = faults
  const parts = watchParts(line, part => (part === 2 || part === 3 ? 500 : undefined))
  await begin(page, line.url, 'Fault 500')
  await expectWhole(page, line.url, 'Fault 500')
  const [, second, third, fourth] = parts
  expect([second?.offset, third?.offset, fourth?.offset]).toEqual(Array(3).fill(8 * megabyte))
  expect((third?.at ?? 0) - (second?.at ?? 0)).toBeGreaterThanOrEqual(1000)
  expect((fourth?.at ?? 0) - (third?.at ?? 0)).toBeGreaterThanOrEqual(2000)
})

test('after three 500s, the upload shows the status and is kept', async () => {
  const { page, line } = faults
  let broken = true
  const parts = watchParts(line, part => (part > 1 && broken ? 500 : undefined))
  await begin(page, line.url, 'Fault 500 thrice')
  await expectFailure(page, 'Upload failed with status 500')
  expect(parts).toHaveLength(4)
  broken = false
  await page.getByRole('button', { name: 'Resume' }).click()
  await expectWhole(page, line.url, 'Fault 500 thrice')
})

test('a file changed after it was chosen shows a different message from a lost connection', async () => {
  const { page, line } = faults
  watchParts(line, part => {
    if (part === 1) touchFile()
    return undefined
  })
  await begin(page, line.url, 'Fault of the file')
  await expectFailure(page, 'Your browser can no longer read this file.')
  await expect(page.getByText('It was moved, changed or unplugged after you chose it.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Resume' })).toHaveCount(0)
  await lookAt(page, 'upload-file-changed', page.getByRole('alert'))
  await page.getByRole('button', { name: 'Choose another file' }).click()
  delete line.refuse
  await begin(page, line.url, 'Fault of the file, again')
  await expectWhole(page, line.url, 'Fault of the file, again')
})

test('a blocked video host shows a different message from a lost connection', async () => {
  const { page } = faults
  // The page's content security policy doesn't list this origin, so the browser refuses to send.
  await page.route('**/api/videos/upload-url', async route => {
    const answer = await route.fetch()
    const body = await answer.json()
    const elsewhere = new URL(body.uploadUrl, base())
    elsewhere.hostname = 'localhost'
    await route.fulfill({ response: answer, json: { ...body, uploadUrl: elsewhere.href } })
  })
  await begin(page, base(), 'Fault CORS')
  await expectFailure(page, attempts)
  await expect(page.getByText(/^Your browser couldn't send the file to the video host\./)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible()
})

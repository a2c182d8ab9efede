import { describe, expect, test } from 'vitest'
import { isMoving, statusLine, statusTones } from './rules.ts'

const line = (status: Parameters<typeof statusLine>[0]['status'], more = {}) =>
  statusLine({ status, views: 2310, earnings: 80.85, processingError: null, ...more })

describe('statusLine', () => {
  test.each([
    ['published', 'Published • 2,310 views • $80.85 earned'],
    ['processing', 'Processing • AI Enhancement in progress'],
    ['pending', 'Pending Review'],
    ['approved', 'Approved • Ready for publishing'],
    ['draft', 'Under Review'],
  ] as const)('%s', (status, text) => {
    expect(line(status)).toBe(text)
  })
  test('one view is counted in the singular', () => {
    expect(line('published', { views: 1 })).toBe('Published • 1 view • $80.85 earned')
  })
  test('a failed video says why', () => {
    expect(line('failed', { processingError: 'The end of the file is missing.' })).toBe(
      'The end of the file is missing.',
    )
    expect(line('processing', { processingError: 'It waits for tomorrow.' })).toBe('It waits for tomorrow.')
    expect(line('published', { processingError: 'old' })).toMatch(/^Published/)
  })
})

test('badge colors match the contract', () => {
  expect(statusTones).toMatchObject({
    published: 'green',
    processing: 'yellow',
    approved: 'blue',
    pending: 'orange',
    draft: 'gray',
  })
})

describe('isMoving', () => {
  test('while it is uploaded, processed or analyzed', () => {
    expect(isMoving({ status: 'uploading', aiProcessingStatus: null })).toBe(true)
    expect(isMoving({ status: 'draft', aiProcessingStatus: 'processing' })).toBe(true)
    expect(isMoving({ status: 'draft', aiProcessingStatus: 'pending' })).toBe(true)
  })
  test('but not once nothing more can change', () => {
    expect(isMoving({ status: 'draft', aiProcessingStatus: 'completed' })).toBe(false)
    expect(isMoving({ status: 'failed', aiProcessingStatus: 'pending' })).toBe(false)
    expect(isMoving({ status: 'published', aiProcessingStatus: null })).toBe(false)
  })
})

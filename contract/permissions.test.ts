import { expect, test } from 'vitest'
import { permissions } from './permissions.ts'

const everybody = ['anonymous', 'user', 'moderator', 'admin']
const signedIn = ['user', 'moderator', 'admin']
const staff = ['moderator', 'admin']

test('each permission belongs to the roles that the contract lists', () => {
  expect(permissions).toEqual({
    public: everybody,
    signed: everybody,
    'session:own': signedIn,
    'profile:own': signedIn,
    'video:own': signedIn,
    'notification:own': signedIn,
    'earnings:own': signedIn,
    'video:review': staff,
    'publishing:manage': staff,
    'staff:figures': staff,
    'admin:manage': ['admin'],
    anyone: everybody,
    'sandbox:use': everybody,
  })
})

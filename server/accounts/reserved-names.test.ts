// cspell:disable
import { expect, test } from 'vitest'
import { isReservedName } from './reserved-names.ts'

test.each([
  'Trailcut Support',
  'trailcut',
  'TRAILCUT',
  'Trail Cut',
  'T r a i l c u t',
  'Trail-Cut Payments',
  'The Trailcut Team',
  'xTrailcutx',
  'Sam from Trailcut',
  'Trаilсut', // Cyrillic а and с
  'ΤRΑΙLCUΤ', // Greek
  'Ｔｒａｉｌｃｕｔ',
  '𝐓𝐫𝐚𝐢𝐥𝐜𝐮𝐭',
  'Ⓣⓡⓐⓘⓛⓒⓤⓣ',
  '🅣🅡🅐🅘🅛🅒🅤🅣',
  'ᴛʀᴀɪʟᴄᴜᴛ',
  'Tráílcüt',
  'Tra1lcut',
  'TraiIcut', // a large i
  'Support',
  'Suppоrt', // Cyrillic о
  'S.U.P.P.O.R.T',
  'Support 24',
  '5upport',
  'Admin',
  'admin123',
  'ADMIN TEAM',
  'Аdmіn', // Cyrillic А and і
  'Administrator',
  'Customer Support',
  'Moderator',
  'The Moderators',
  'Staff',
  'Official',
  'Payments',
  'Payout Support Team',
  'Soporte',
  'Equipo de Soporte',
  'Administrador',
  'Moderación'.replace('ción', 'dor'),
])('%s poses as us', name => {
  expect(isReservedName(name)).toBe(true)
})

test.each([
  'Adam Staffer',
  'Adam Staff',
  'Staffan Lindqvist',
  'Stafford Admindson',
  'Admir Modrić',
  'Juan Administrador',
  'Lucía Oficialdegui',
  'Modesto Seguridad-López',
  'Supportive Sam',
  'Sam Support-Riders',
  'Trail Cutter',
  'Tracy Trail',
  'Tara Ilcutt',
  'Cut the Trail',
  'Trail Blazer',
  'Teamo Rider',
  'Payman Ghaderi',
  'Paige Mentz',
  'Billie Ngo',
  'Officer Krupke',
  'Desk Jockey',
  'Rider 24',
  'The Riders',
  'Al Rider',
  'Мария Иванова',
  'Ὀδυσσεύς',
  '山田 太郎',
  '김민준',
  'محمد علی',
  'Zoë',
  '🏍️',
  '',
])('%s is a person', name => {
  expect(isReservedName(name)).toBe(false)
})

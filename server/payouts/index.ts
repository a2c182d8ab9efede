export { escrowUnpaid } from './escrow.ts'
export { payoutsModule } from './module.ts'
export { type MoneyOfUser, moneyOf } from './money-of.ts'
export { moneyOfPerson } from './personal-data.ts'

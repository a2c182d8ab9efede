-- The rows copy what Stripe says, also should it know two plans of one person: nothing here may refuse that.
drop index subscriptions_one_going;

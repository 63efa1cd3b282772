-- Few text messages among many mails are found without reading the mails.
create index outbox_message_channel_idx on outbox_message (market_id, channel, created_at desc, id desc);

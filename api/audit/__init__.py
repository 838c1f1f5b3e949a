"""What auditors read and ask for: histories, past views, receipts, audits and forks of tables."""

TAG = "Audit"

"""Decides the commands of a table: one small function per command, with its rejections."""
